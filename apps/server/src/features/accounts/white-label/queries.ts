import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import { prepared } from '#platform/database/scoped-query.ts';

type Tenant = Pick<Context, 'db' | 'organizationId'>;

const columns = [
  'is_on',
  'name',
  'accent',
  'mark_id',
  'mark_name',
  'wide_id',
  'wide_name',
  'support_email',
  'hides_powered_by',
] as const;

const own = ({ db, organizationId }: Tenant) =>
  db.selectFrom('white_labels').select(columns).where('organization_id', '=', organizationId);

export const findWhiteLabel = (ctx: Tenant) => own(ctx).modifyEnd(prepared).executeTakeFirst();
export type WhiteLabelRow = NonNullable<Awaited<ReturnType<typeof findWhiteLabel>>>;

/** Held until the end of the transaction: of two who save, the second sees the logo of the first. */
export const holdWhiteLabel = (ctx: Tenant) => own(ctx).forUpdate().executeTakeFirst();

export const saveWhiteLabel = ({ db, organizationId }: Tenant, change: WhiteLabelRow) =>
  db
    .insertInto('white_labels')
    .values({ organization_id: organizationId, ...change })
    .onConflict((conflict) =>
      conflict.column('organization_id').doUpdateSet({ ...change, updated_at: sql<Date>`now()` }),
    )
    .execute();

/** Beside columns of other tables. */
export const productColumns = [
  'w.is_on',
  'w.name as product_name',
  'w.accent as product_accent',
  'w.support_email',
  'w.mark_id',
  'w.mark_name',
  'w.wide_id',
  'w.wide_name',
] as const;

/** With the plan of the organization, so that one question says what is in force. */
export const findProduct = ({ db, organizationId }: Tenant) =>
  db
    .selectFrom('organizations as o')
    .leftJoin('white_labels as w', 'w.organization_id', 'o.id')
    .select('o.subscription_tier')
    .select(productColumns)
    .where('o.id', '=', organizationId)
    .modifyEnd(prepared)
    .executeTakeFirst();
export type ProductRow = NonNullable<Awaited<ReturnType<typeof findProduct>>>;
