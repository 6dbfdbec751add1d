import type { RunningParts } from '#features/contacts/index.ts';
import type { Settings } from '#features/settings/index.ts';
import type { Installation } from '#platform/installation/installation.ts';
import type { Mailer } from '#platform/mail/mail.ts';
import type { RateLimits } from '#platform/rate-limits.ts';
import type { LinkKeys } from '#platform/tracking/link-keys.ts';

/** What forms need beyond a tenant's rows; made once at start. */
export type Forms = RunningParts & {
  settings: Settings;
  linkKeys: LinkKeys;
  limits: RateLimits;
  mailer: Mailer;
  installation: Pick<Installation, 'fence' | 'note'>;
};
