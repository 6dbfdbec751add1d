import { z } from 'zod';
import { emailFonts, socialNetworks } from './email-document.ts';
import { endpoint, idOf } from './endpoint.ts';
import { line } from './fields.ts';
import { tooLong } from './invalid-input.ts';
import { postalAddress } from './sending.ts';
import { maxAddressLength, publicAddress, withScheme } from './web-address.ts';

const BrandLogo = z.object({ id: z.uuid(), url: z.string() });

/** What recipients see of the active client, or of the organization itself. */
export const Brand = z.object({
  id: z.uuid(),
  clientId: z.uuid().nullable(),
  /** The name on public pages; empty takes the own one. */
  name: z.string(),
  ownName: z.string(),
  /** `#rrggbb`; null takes the color of the design. */
  accent: z.string().nullable(),
  /** Where the page of an inactive QR code leads; empty leads nowhere. */
  website: z.string(),
  logo: BrandLogo.nullable(),
  /** Empty for a client takes that of the organization. */
  postalAddress: z.string(),
  inheritedAddress: z.string(),
  /** `#rrggbb` of small labels in emails; null takes a tint of the accent. */
  highlight: z.string().nullable(),
  /** Null takes those of the email. */
  headingFont: z.enum(emailFonts).nullable(),
  bodyFont: z.enum(emailFonts).nullable(),
  /** In the order they are shown. */
  socialLinks: z.array(z.object({ network: z.enum(socialNetworks), href: z.string() })),
  /** Lines under every new email; empty for none. */
  footerText: z.string(),
});
export type Brand = z.infer<typeof Brand>;

/** Characters. */
export const maxFooterLength = 500;

/** `#rrggbb` as it was typed. */
export const accentColor = z
  .string()
  .max(7, 'Enter a color such as #8A4F16')
  .regex(/^#[0-9a-f]{6}$/i, 'Enter a color such as #8A4F16')
  .toLowerCase();

const notPublic = 'Enter a web address such as https://example.com';
/** Empty for none. */
export const brandWebsite = z
  .string()
  .trim()
  .max(maxAddressLength, notPublic)
  .transform((text, issues) => {
    const address = text === '' ? '' : publicAddress(withScheme(text));
    if (address !== null) return address;
    issues.addIssue({ code: 'custom', message: notPublic });
    return z.NEVER;
  });

/** Of each network one address; what is left out of a change stays as it is. */
const look = {
  highlight: accentColor.nullable().optional(),
  headingFont: z.enum(emailFonts).nullable().optional(),
  bodyFont: z.enum(emailFonts).nullable().optional(),
  socialLinks: z
    .array(
      z.strictObject({
        network: z.enum(socialNetworks),
        href: brandWebsite.refine((href) => href !== '', notPublic),
      }),
    )
    .max(socialNetworks.length)
    .refine((links) => new Set(links.map(({ network }) => network)).size === links.length, 'Add each network once')
    .optional(),
  footerText: z
    .string()
    .trim()
    .max(maxFooterLength, tooLong(maxFooterLength))
    .regex(/^[^\p{Cs}\0]*$/u)
    .optional(),
};

export const readBrand = endpoint({
  name: 'brand.read',
  method: 'GET',
  path: '/api/brand',
  needs: 'brand:read',
  summary:
    'Name, logo, color and address on pages for recipients: of one client, of the active one, or of the organization.',
  query: z.strictObject({ clientId: idOf('client').optional() }),
  reply: Brand,
});

export const updateBrand = endpoint({
  name: 'brand.update',
  method: 'PUT',
  path: '/api/brands/:brandId',
  needs: 'brand:manage',
  audit: { entity: 'brand', after: true },
  summary: 'Changes a brand.',
  params: z.strictObject({ brandId: idOf('brand') }),
  body: z.strictObject({
    name: line(120),
    accent: accentColor.nullable(),
    website: brandWebsite,
    logoId: idOf('brand-logo').nullable(),
    postalAddress,
    ...look,
  }),
  reply: Brand,
});

/** Bytes of a logo: a page for recipients has at most 30,000, and the logo comes with it. */
export const mostLogoBytes = 18 * 1_024;
/** Pixels of each side. */
export const mostLogoSide = 512;

export const uploadBrandLogo = endpoint({
  name: 'brand.upload-logo',
  method: 'POST',
  path: '/api/brand/logos',
  needs: 'brand:manage',
  audit: { skip: 'recorded-later' },
  summary:
    'Takes a logo (PNG, JPEG or WebP) of at most 18 KB and 512 by 512. It is deleted after a day unless a brand has it.',
  status: 201,
  upload: true,
  reply: BrandLogo,
  limits: { bodyBytes: 262_144, rate: { points: 60, seconds: 3_600, per: 'user' } },
});
