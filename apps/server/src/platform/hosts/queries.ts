import type { HostPurpose } from '@waggle/contracts/hosts';
import { sql } from 'kysely';
import type { Database } from '../database/database.ts';

/** A host name that was verified once, as every process keeps it. */
export type HostRow = {
  host: string;
  organizationId: string;
  clientId: string | null;
  purposes: HostPurpose[];
  state: string;
  position: number;
  tier: string;
  /** A text that can be compared. */
  verifiedAt: string;
};

/** Of all organizations but those being deleted. */
export const findHosts = ({ edge }: Database): Promise<HostRow[]> =>
  edge
    .selectFrom('hosts')
    .select([
      'host',
      'organization_id as organizationId',
      'client_id as clientId',
      'purposes',
      'state',
      'position',
      'tier',
      sql<string>`coalesce(to_char(verified_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), '')`.as('verifiedAt'),
    ])
    .where('state', '<>', 'pending')
    .where(
      sql<boolean>`not exists (select from organizations o where o.id = hosts.organization_id and o.deleting_since is not null)`,
    )
    .orderBy('host')
    .execute() as Promise<HostRow[]>;
