import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';

const columns = [
  'id',
  'client_id',
  'own_name',
  'display_name',
  'postal_address',
  'accent',
  'website',
  'logo_id',
  'logo_name',
  'highlight',
  'heading_font',
  'body_font',
  'social_links',
  'footer_text',
] as const;

const own = (ctx: Context) => ctx.db.selectFrom('brands').where('organization_id', '=', ctx.organizationId);

/** Of exactly this client, or with null of the organization itself. */
export const findBrandOf = (ctx: Context, clientId: string | null) =>
  own(ctx)
    .select(columns)
    .where(sql<boolean>`client_id is not distinct from ${clientId}::uuid`)
    .executeTakeFirst();
export type BrandRow = NonNullable<Awaited<ReturnType<typeof findBrandOf>>>;

/** Held until the end of the transaction: of two who save, the second sees the logo of the first. */
export const holdBrand = (ctx: Context, brandId: string) =>
  own(ctx).select(columns).where('id', '=', brandId).forUpdate().executeTakeFirst();

type Kept = 'display_name' | 'accent' | 'website' | 'logo_id' | 'logo_name';
type Look = 'highlight' | 'heading_font' | 'body_font' | 'footer_text';
export type BrandChange = Pick<BrandRow, Kept> & Partial<Pick<BrandRow, Look>> & { social_links?: string };

export const updateBrand = (ctx: Context, brandId: string, change: BrandChange) =>
  ctx.db
    .updateTable('brands')
    .set(change)
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', brandId)
    .execute();

/** Where emails take it from; a trigger copies it to the brand. */
export const saveAddress = (ctx: Context, clientId: string | null, address: string | null) =>
  clientId === null
    ? ctx.db
        .updateTable('organizations')
        .set({ postal_address: address, updated_at: sql<Date>`now()` })
        .where('id', '=', ctx.organizationId)
        .execute()
    : ctx.db
        .updateTable('clients')
        .set({ postal_address: address, updated_at: sql<Date>`now()` })
        .where('organization_id', '=', ctx.organizationId)
        .where('id', '=', clientId)
        .execute();

export const findOrganizationAddress = async (ctx: Context): Promise<string> =>
  (
    await ctx.db
      .selectFrom('organizations')
      .select('postal_address')
      .where('id', '=', ctx.organizationId)
      .executeTakeFirst()
  )?.postal_address ?? '';

/** What the brands of these clients have, and with null that of the organization itself. */
export const findBrandsOf = (ctx: Context, clientIds: readonly string[]) =>
  own(ctx)
    .select([
      'client_id as clientId',
      sql<boolean>`logo_name is not null`.as('hasLogo'),
      sql<boolean>`accent is not null`.as('hasColor'),
      sql<boolean>`coalesce(postal_address, '') <> ''`.as('hasAddress'),
    ])
    .where(sql<boolean>`(client_id is null or client_id = any(${clientIds}::uuid[]))`)
    .execute();

/** Which of these clients have colors or fonts of their own: 1 for each. */
export async function countLooks(ctx: Context, clientIds: readonly string[]): Promise<Map<string, number>> {
  const found = await own(ctx)
    .select('client_id')
    .where('client_id', '=', sql<string>`any(${clientIds}::uuid[])`)
    .where(sql<boolean>`num_nonnulls(accent, highlight, heading_font, body_font) > 0`)
    .execute();
  return new Map(found.map(({ client_id }) => [client_id!, 1]));
}
