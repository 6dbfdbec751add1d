import type { Config } from '#platform/config.ts';
import type { Database } from '#platform/database/database.ts';
import type { Installation } from '#platform/installation/installation.ts';
import type { RateLimits } from '#platform/rate-limits.ts';
import type { Storage } from '#platform/storage/storage.ts';
import type { AuthEngine } from './sign-in/auth-engine.ts';
import type { ScheduleOwner } from './zone-change/schedule-owner.ts';

/** What signing in needs beyond a tenant's rows; made once at start. */
export type Accounts = {
  config: Config;
  database: Database;
  engine: AuthEngine;
  limits: RateLimits;
  installation: Pick<Installation, 'noteForGood'>;
};

/** What calls of people need besides: logos are files, and a new time zone concerns what others have scheduled. */
export type ServedAccounts = Accounts & { storage: Storage; scheduleOwners: ScheduleOwner[] };
