import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

/** One row of `brands`, as the copy keeps it. */
export type BrandRow = {
  /** Organization and client, `organization:` for the organization itself. */
  key: string;
  organizationId: string;
  clientId: string | null;
  name: string;
  postalAddress: string | null;
  accent: string | null;
  website: string | null;
  /** Name of a public file. */
  logo: string | null;
  /** The organization's own product, of the organization itself alone; whether the plan includes it is asked when it is shown. */
  product: string | null;
  hidesProduct: number;
  tier: string | null;
};

/** Nobody sees the name of an organization that is being deleted, although its rows are there for some minutes more. */
const brands = ({ edge }: Database) =>
  edge
    .selectFrom('brands')
    .select([
      'key',
      'organization_id as organizationId',
      'client_id as clientId',
      sql<string>`coalesce(display_name, own_name)`.as('name'),
      'postal_address as postalAddress',
      'accent',
      'website',
      'logo_name as logo',
      'product_name as product',
      sql<number>`hides_product::int`.as('hidesProduct'),
      'tier',
    ])
    .where(
      sql<boolean>`not exists (select from organizations o where o.id = brands.organization_id and o.deleting_since is not null)`,
    );

export const findBrands = (database: Database, keys: readonly string[]): Promise<BrandRow[]> =>
  brands(database)
    .where('key', '=', sql<string>`any(${keys})`)
    .execute();

/** In the order of the keys, beginning behind the given one. */
export const brandsAfter = (database: Database, key: string, limit: number): Promise<BrandRow[]> =>
  brands(database).where('key', '>', key).orderBy('key').limit(limit).execute();

export type ChangedBrand = BrandRow & { changedAt: string };

/** What changed, oldest change first. Times are texts, because a Date would lose the microseconds. */
export const brandsChangedAfter = (
  database: Database,
  after: Pick<ChangedBrand, 'changedAt' | 'key'>,
  limit: number,
): Promise<ChangedBrand[]> =>
  brands(database)
    .select(sql<string>`updated_at::text`.as('changedAt'))
    .where(sql<boolean>`(updated_at, key) > (${after.changedAt}::timestamptz, ${after.key})`)
    .orderBy('updated_at')
    .orderBy('key')
    .limit(limit)
    .execute();
