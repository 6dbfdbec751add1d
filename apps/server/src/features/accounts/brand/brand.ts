import { mostLogoBytes, mostLogoSide } from '@waggle/contracts/brand';
import type { EmailFont, SocialNetwork } from '@waggle/contracts/email-document';
import { activeClient } from '#platform/active-client.ts';
import { type Context, inTransaction } from '#platform/context.ts';
import { notFound, Problem } from '#platform/problem.ts';
import { imageKindOf } from '#platform/storage/image-header.ts';
import { organizationQuota, type Storage } from '#platform/storage/storage.ts';
import { ownerNamed } from '../clients/owner.ts';
import * as queries from './queries.ts';

const purpose = 'brand-logo';

export type ReadBrand = { brand: queries.BrandRow; organizationAddress: string };

export async function readBrand(ctx: Context, clientId?: string): Promise<ReadBrand> {
  const owner = (await ownerNamed(ctx, clientId)) ?? activeClient(ctx);
  return withAddress(ctx, await queries.findBrandOf(ctx, owner));
}

type Look = {
  highlight?: string | null | undefined;
  headingFont?: EmailFont | null | undefined;
  bodyFont?: EmailFont | null | undefined;
  socialLinks?: { network: SocialNetwork; href: string }[] | undefined;
  footerText?: string | undefined;
};

type Typed = Look & {
  name: string;
  accent: string | null;
  website: string;
  logoId: string | null;
  postalAddress: string;
};

export function updateBrand(storage: Storage, ctx: Context, brandId: string, typed: Typed): Promise<ReadBrand> {
  return inTransaction(ctx, async (ctx) => {
    const before = await queries.holdBrand(ctx, brandId);
    if (!before) throw notFound();
    const logo = await keptLogo(storage, ctx, before, typed.logoId);
    await queries.updateBrand(ctx, brandId, {
      display_name: typed.name === before.own_name ? null : typed.name || null,
      accent: typed.accent,
      website: typed.website || null,
      ...logo,
      ...changedLook(typed),
    });
    const address = typed.postalAddress.replaceAll(/\r\n?/g, '\n') || null;
    if (address !== before.postal_address) await queries.saveAddress(ctx, before.client_id, address);
    await ctx.audit?.(ctx);
    return withAddress(ctx, await queries.findBrandOf(ctx, before.client_id));
  });
}

/** What is left out stays as it is. */
const changedLook = ({ highlight, headingFont, bodyFont, socialLinks, footerText }: Look) => ({
  ...(highlight !== undefined && { highlight }),
  ...(headingFont !== undefined && { heading_font: headingFont }),
  ...(bodyFont !== undefined && { body_font: bodyFont }),
  ...(socialLinks !== undefined && { social_links: JSON.stringify(socialLinks) }),
  ...(footerText !== undefined && { footer_text: footerText.replaceAll(/\r\n?/g, '\n') || null }),
});

type Logo = Pick<queries.BrandRow, 'logo_id' | 'logo_name'>;

/** The new logo is kept and the one before released, whose address works for another day: pages that are open show it. */
async function keptLogo(
  storage: Storage,
  ctx: Context,
  before: queries.BrandRow,
  logoId: string | null,
): Promise<Logo> {
  if (logoId === before.logo_id) return { logo_id: before.logo_id, logo_name: before.logo_name };
  const file = logoId === null ? null : await storage.keep(ctx, { id: logoId, purpose });
  if (file && file.clientId !== before.client_id) throw notFound();
  if (before.logo_id !== null) await storage.release(ctx, { id: before.logo_id, purpose });
  return { logo_id: file?.id ?? null, logo_name: file?.url?.split('/').at(-1) ?? null };
}

/** Kind and size are read from its first bytes. SVG is a program and is refused; so is a picture that moves. */
export async function uploadLogo(storage: Storage, ctx: Context, sent: Uint8Array) {
  const content = Buffer.from(sent);
  if (!['png', 'jpeg', 'webp'].includes(imageKindOf(content) ?? '')) {
    const message = 'Choose an image in PNG, JPEG or WebP format.';
    throw new Problem('invalid_input', message, { fields: { body: message } });
  }
  const upload = { content, purpose, clientId: activeClient(ctx), isPublic: true };
  const { id, url } = await storage.put(ctx, upload, {
    mostBytes: mostLogoBytes,
    mostSide: mostLogoSide,
    quota: organizationQuota,
  });
  return { id, url: url! };
}

async function withAddress(ctx: Context, brand: queries.BrandRow | undefined): Promise<ReadBrand> {
  if (!brand) throw notFound();
  return { brand, organizationAddress: await queries.findOrganizationAddress(ctx) };
}
