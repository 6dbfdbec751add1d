import type { Locale } from '@waggle/contracts/fields';
import { waggle } from '@waggle/email/mail-product';
import type { Config } from '#platform/config.ts';
import type { Database } from '#platform/database/database.ts';
import { createHosts, type Hosts } from '#platform/hosts/hosts.ts';
import { type Installation, unguarded } from '#platform/installation/installation.ts';
import type { Mailer } from '#platform/mail/mail.ts';
import type { RateLimits } from '#platform/rate-limits.ts';
import type { Accounts } from './accounts.ts';
import { resetMail } from './mails.ts';
import { findUserIdByEmail } from './queries.ts';
import { dashboardOriginOf } from './dashboard-origin.ts';
import { createAuthEngine, type ResetMail } from './sign-in/auth-engine.ts';
import { productOf } from './white-label/product.ts';

export function createAccounts(parts: {
  config: Config;
  database: Database;
  limits: RateLimits;
  mailer: Mailer;
  installation?: Installation;
  hosts?: Hosts;
}): Accounts {
  const { config, database, limits, mailer, installation = unguarded } = parts;
  const hosts = parts.hosts ?? createHosts({ config, database });

  const sendReset: ResetMail = async ({ email, name, token }) => {
    const user = await findUserIdByEmail(database, email);
    // From the configured address or a verified one of the organization: a Host header can never lead the token elsewhere.
    const origin = await dashboardOriginOf({ config, hosts }, user?.organization_id ?? null);
    const link = `${origin}/auth/reset-password?token=${token}`;
    const product = user ? await productOf({ config, database }, user.organization_id) : waggle;
    await mailer.send({
      to: email,
      messageId: `reset.${token.slice(0, 8)}`,
      ...resetMail((user?.locale ?? 'en') as Locale, { name, link, product }),
    });
  };
  return { config, database, limits, hosts, installation, engine: createAuthEngine(config, database, sendReset) };
}
