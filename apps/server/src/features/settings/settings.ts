import { activeClient } from '#platform/active-client.ts';
import type { Config } from '#platform/config.ts';
import type { Context } from '#platform/context.ts';
import type { Database } from '#platform/database/database.ts';
import type { Hosts } from '#platform/hosts/hosts.ts';
import type { Secrets } from '#platform/secrets.ts';
import type { Dial } from '#platform/outbound/dial.ts';
import type { RateLimits } from '#platform/rate-limits.ts';
import type { Dns } from './domains/dns.ts';

/** What sending needs beyond a tenant's rows; made once at start. */
export type Settings = {
  config: Config;
  database: Database;
  secrets: Secrets;
  dns: Dns;
  dial: Dial;
  /** Host names of organizations. */
  hosts: Hosts;
};

/** What calls of people need besides: emails to strangers are counted. */
export type ServedSettings = Settings & { limits: RateLimits };

/**
 * A client sends through what its organization has set up for everybody, which the client's own wall hides. Whoever
 * uses this says in the query which client's rows are meant.
 */
export const wholeOrganization = ({ database }: Settings, ctx: Context): Context =>
  activeClient(ctx) === null ? ctx : { ...ctx, db: database.tenant({ organizationId: ctx.organizationId }) };
