import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';

export const findAddresses = async (ctx: Context, clientId: string | null) => {
  const [organization, client] = await Promise.all([
    ctx.db.selectFrom('organizations').select('postal_address').where('id', '=', ctx.organizationId).executeTakeFirst(),
    clientId === null
      ? undefined
      : ctx.db
          .selectFrom('clients')
          .select('postal_address')
          .where('organization_id', '=', ctx.organizationId)
          .where('id', '=', clientId)
          .executeTakeFirst(),
  ]);
  return { organization: organization?.postal_address ?? '', client: client?.postal_address ?? '' };
};

export const saveOrganizationAddress = (ctx: Context, address: string) =>
  ctx.db
    .updateTable('organizations')
    .set({ postal_address: address || null, updated_at: sql<Date>`now()` })
    .where('id', '=', ctx.organizationId)
    .execute();

export const saveClientAddress = (ctx: Context, clientId: string, address: string) =>
  ctx.db
    .updateTable('clients')
    .set({ postal_address: address || null, updated_at: sql<Date>`now()` })
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', clientId)
    .execute();
