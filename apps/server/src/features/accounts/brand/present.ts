import type { readBrand } from '@waggle/contracts/brand';
import { emailFonts, socialNetworks } from '@waggle/contracts/email-document';
import type { ReplyInput } from '@waggle/contracts/endpoint';
import { z } from 'zod';
import type { ReadBrand } from './brand.ts';

/** A font or network this version does not know is left out: a newer one may have written it. */
const Known = {
  font: z.enum(emailFonts).nullable().catch(null),
  links: z
    .array(
      z
        .object({ network: z.enum(socialNetworks), href: z.string() })
        .nullable()
        .catch(null),
    )
    .catch([]),
};

/** How new emails look and what they end with. */
const presentLook = ({ highlight, heading_font, body_font, social_links, footer_text }: ReadBrand['brand']) => ({
  highlight,
  headingFont: Known.font.parse(heading_font),
  bodyFont: Known.font.parse(body_font),
  socialLinks: Known.links.parse(social_links).filter((link) => link !== null),
  footerText: footer_text ?? '',
});

export const presentBrand = (
  publicUrl: string,
  { brand, organizationAddress }: ReadBrand,
): ReplyInput<typeof readBrand> => ({
  id: brand.id,
  clientId: brand.client_id,
  name: brand.display_name ?? '',
  ownName: brand.own_name,
  accent: brand.accent,
  website: brand.website ?? '',
  logo: brand.logo_id && brand.logo_name ? { id: brand.logo_id, url: `${publicUrl}/f/${brand.logo_name}` } : null,
  postalAddress: brand.postal_address ?? '',
  inheritedAddress: brand.client_id === null ? '' : organizationAddress,
  ...presentLook(brand),
});
