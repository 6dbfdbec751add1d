import type { Settings } from '#features/settings/index.ts';
import type { Installation } from '#platform/installation/installation.ts';
import type { RateLimits } from '#platform/rate-limits.ts';
import type { LinkKeys } from '#platform/tracking/link-keys.ts';

/** What reports need beyond a tenant's rows; made once at start. */
export type Reports = {
  settings: Settings;
  linkKeys: LinkKeys;
  limits: RateLimits;
  installation: Pick<Installation, 'fence' | 'note'>;
};
