import { parseArgs } from 'node:util';
import { organizationName, signInAddress } from '@waggle/contracts/fields';
import { createAccounts } from '../features/accounts/create-accounts.ts';
import { createAdmin } from '../features/accounts/registration/create-admin.ts';
import type { Config } from '../platform/config.ts';
import { openDatabase } from '../platform/database/database.ts';
import { createMailer } from '../platform/mail/mail.ts';
import { createRateLimits } from '../platform/rate-limits.ts';

const usage = 'Say `waggle create-admin <email> --organization <name>`.';

/** Prints the link instead of mailing it, so that it works before any mail server does. */
export async function createAdminCommand(config: Config, args: string[]): Promise<void> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { organization: { type: 'string' } },
  });
  const [email, ...others] = positionals;
  if (!email || others.length > 0 || !values.organization) throw new Error(usage);
  const typed = {
    email: signInAddress().parse(email),
    organizationName: organizationName.parse(values.organization),
  };
  const database = openDatabase(config);
  const mailer = createMailer(config);
  try {
    const limits = createRateLimits(database.pool, config.UNSAFE_NO_RATE_LIMITS);
    const { organizationId, link, expiresAt } = await createAdmin(
      createAccounts({ config, database, limits, mailer }),
      typed,
    );
    console.log(`${typed.organizationName} (${organizationId}), ADMIN ${typed.email}`);
    console.log(`Set the password here, once, until ${expiresAt.toISOString()}:\n${link}`);
  } finally {
    mailer.close();
    await database.close();
  }
}
