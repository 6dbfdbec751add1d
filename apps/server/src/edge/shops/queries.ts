import type { Database } from '../../platform/database/database.ts';

export type ReportingShop = { kind: string; clientId: string | null; secret: Buffer };

export const findShop = (
  { edge }: Database,
  { organizationId, shopId }: { organizationId: string; shopId: string },
): Promise<ReportingShop | undefined> =>
  edge
    .selectFrom('shops')
    .select(['kind', 'client_id as clientId', 'secret'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', shopId)
    .executeTakeFirst();
