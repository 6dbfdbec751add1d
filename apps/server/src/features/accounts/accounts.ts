import type { Config } from '#platform/config.ts';
import type { Database } from '#platform/database/database.ts';
import type { Hosts } from '#platform/hosts/hosts.ts';
import type { Installation } from '#platform/installation/installation.ts';
import type { RateLimits } from '#platform/rate-limits.ts';
import type { Storage } from '#platform/storage/storage.ts';
import type { ClientWork } from './clients/client-work.ts';
import type { AuthEngine } from './sign-in/auth-engine.ts';
import type { ScheduleOwner } from './zone-change/schedule-owner.ts';

/** What signing in needs beyond a tenant's rows; made once at start. */
export type Accounts = {
  config: Config;
  database: Database;
  engine: AuthEngine;
  limits: RateLimits;
  /** Host names of organizations. */
  hosts: Hosts;
  installation: Pick<Installation, 'noteForGood'>;
};

/** What calls of people need besides: logos are files, and a new time zone or an archived client concerns what others have under way. */
export type ServedAccounts = Accounts & {
  storage: Storage;
  scheduleOwners: ScheduleOwner[];
  clientWork: ClientWork[];
};
