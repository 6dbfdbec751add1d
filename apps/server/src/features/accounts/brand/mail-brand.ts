import type { MailBrand } from '@waggle/email/system-mail';
import type { Context } from '#platform/context.ts';
import { findBrandOf, findOrganizationAddress } from './queries.ts';

/** Whose name, logo, color and address an email has that a client, or with null the organization itself, speaks in. */
export async function mailBrandOf(
  ctx: Context,
  publicUrl: string,
  clientId: string | null,
): Promise<MailBrand | undefined> {
  const brand = await findBrandOf(ctx, clientId);
  if (!brand) return undefined;
  return {
    name: brand.display_name ?? brand.own_name,
    accent: brand.accent,
    logoUrl: brand.logo_name && `${publicUrl}/f/${brand.logo_name}`,
    postalAddress: brand.postal_address ?? (await findOrganizationAddress(ctx)),
  };
}

/** Name, color and website alone, for an email that is only begun. */
export async function brandLookOf(
  ctx: Context,
  clientId: string | null,
): Promise<{ name: string; accent: string | null; website: string }> {
  const brand = await findBrandOf(ctx, clientId);
  return {
    name: brand?.display_name ?? brand?.own_name ?? '',
    accent: brand?.accent ?? null,
    website: brand?.website ?? '',
  };
}
