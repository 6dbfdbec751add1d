import type { OrganizationType } from '@waggle/contracts/accounts';
import type { Locale } from '@waggle/contracts/fields';
import type { Exchange } from '#platform/http/serve.ts';
import { enqueue } from '#platform/jobs/job.ts';
import type { Accounts } from '../accounts.ts';
import { sendConfirmation } from '../jobs.ts';
import { hashPassword } from '../sign-in/passwords.ts';
import { refuseWeakPassword } from '../sign-in/weak-passwords.ts';
import { startSession } from '../sign-in/sign-in.ts';
import { createOrganization, requireFirst } from './create-organization.ts';
import { requireOpenRegistration } from './mode.ts';

export type Registration = {
  name: string;
  email: string;
  password: string;
  organizationName: string;
  organizationType: OrganizationType;
  timezone?: string | undefined;
};

/** Creates organization, person and membership together or not at all, and signs in. */
export async function register(accounts: Accounts, registration: Registration, exchange: Exchange) {
  const { name, email, password, organizationName } = registration;
  await requireOpenRegistration(accounts, exchange);
  await accounts.limits.spend(registrationsPerAddress, exchange.network);
  await refuseWeakPassword({ password, personal: [name, email, organizationName], network: exchange.network });
  const passwordHash = await hashPassword(password);

  const locale = preferredLocale(exchange.headers);
  const { organization } = await createOrganization(
    accounts,
    { ...registration, passwordHash, locale },
    {
      before: accounts.config.REGISTRATION ? undefined : requireFirst,
      after: (ctx, userId) => enqueue(ctx, sendConfirmation, { userId }),
    },
  );
  const user = await startSession(accounts, { email, password, rememberMe: false }, exchange);
  return { user, organization };
}

/** 5 new organizations an hour from one address: enough for a shared office, too few for a spammer. */
const registrationsPerAddress = { name: 'register', points: 5, seconds: 3_600 };

/** The browser's first language that we speak. */
export function preferredLocale(headers: Headers): Locale {
  const wanted = (headers.get('accept-language') ?? '').toLowerCase().split(',');
  const spoken = wanted
    .map((entry) => entry.trim().slice(0, 2))
    .find((code) => code === 'en' || code === 'es' || code === 'fr');
  return spoken ?? 'en';
}
