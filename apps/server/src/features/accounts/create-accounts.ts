import type { Locale } from '@waggle/contracts/fields';
import type { Config } from '#platform/config.ts';
import type { Database } from '#platform/database/database.ts';
import { type Installation, unguarded } from '#platform/installation/installation.ts';
import type { Mailer } from '#platform/mail/mail.ts';
import type { RateLimits } from '#platform/rate-limits.ts';
import type { Accounts } from './accounts.ts';
import { resetMail } from './mails.ts';
import { findUserIdByEmail } from './queries.ts';
import { createAuthEngine, type ResetMail } from './sign-in/auth-engine.ts';

export function createAccounts(parts: {
  config: Config;
  database: Database;
  limits: RateLimits;
  mailer: Mailer;
  installation?: Installation;
}): Accounts {
  const { config, database, limits, mailer, installation = unguarded } = parts;

  const sendReset: ResetMail = async ({ email, name, token }) => {
    const user = await findUserIdByEmail(database, email);
    // Built from the configured address only: a Host header can never lead the token elsewhere.
    const link = `${config.PUBLIC_URL}/auth/reset-password?token=${token}`;
    await mailer.send({
      to: email,
      messageId: `reset.${token.slice(0, 8)}`,
      ...resetMail((user?.locale ?? 'en') as Locale, { name, link }),
    });
  };
  return { config, database, limits, installation, engine: createAuthEngine(config, database, sendReset) };
}
