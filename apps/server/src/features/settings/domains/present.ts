import type { ReplyInput } from '@waggle/contracts/endpoint';
import type { addDomain } from '@waggle/contracts/sending';
import type { Config } from '#platform/config.ts';
import type { DomainWithKeys } from './domains.ts';
import { expectedRecords, type Judged, withVerdicts } from './records.ts';
import { warmUpOn } from './warm-up.ts';

type Presented = ReplyInput<typeof addDomain>;

export const presentDomain = (config: Config, { domain, keys }: DomainWithKeys): Presented => ({
  id: domain.id,
  domain: domain.domain,
  state: domain.state as Presented['state'],
  records: withVerdicts(expectedRecords(config, domain.domain, keys), domain.records as Judged[]),
  warmUp: warmUpOn(domain.warming_day),
  clientId: domain.client_id,
  checkedAt: domain.checked_at?.toISOString() ?? null,
  verifiedAt: domain.verified_at?.toISOString() ?? null,
  createdAt: domain.created_at.toISOString(),
});
