import type { Database } from '../../platform/database/database.ts';

export type Reporter = { kind: string; eventsSecret: Buffer | null };

/** The connection a provider reports for. */
export const findReporter = (
  { edge }: Database,
  { organizationId, connectionId }: { organizationId: string; connectionId: string },
): Promise<Reporter | undefined> =>
  edge
    .selectFrom('smtp_connections')
    .select(['kind', 'events_secret as eventsSecret'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', connectionId)
    .executeTakeFirst();
