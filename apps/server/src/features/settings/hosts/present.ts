import type { Host, HostPurpose } from '@waggle/contracts/hosts';
import type { Config } from '#platform/config.ts';
import type { HostRow } from './queries.ts';
import { expectedRecords, type JudgedRecord, withVerdicts } from './records.ts';

export const presentHost = (config: Config, row: HostRow): Host => ({
  id: row.id,
  host: row.host,
  clientId: row.client_id,
  purposes: row.purposes as HostPurpose[],
  state: row.state as Host['state'],
  records: withVerdicts(expectedRecords(config, row), row.records as JudgedRecord[]),
  position: row.position,
  checkedAt: row.last_checked_at?.toISOString() ?? null,
  verifiedAt: row.verified_at?.toISOString() ?? null,
  failingSince: row.failing_since?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
});
