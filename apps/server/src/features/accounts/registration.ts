import type { OrganizationType } from '@waggle/contracts/accounts';
import type { Locale } from '@waggle/contracts/fields';
import type { Exchange } from '#platform/http/serve.ts';
import { inTransaction } from '#platform/context.ts';
import { Problem } from '#platform/problem.ts';
import type { Accounts } from './accounts.ts';
import * as queries from './queries.ts';
import { hashPassword } from './sign-in/passwords.ts';
import { refuseWeakPassword } from './sign-in/weak-passwords.ts';
import { startSession } from './sign-in/sign-in.ts';

export type Registration = {
  name: string;
  email: string;
  password: string;
  organizationName: string;
  organizationType: OrganizationType;
};

/** Creates organization, person and membership together or not at all, and signs in. */
export async function register(accounts: Accounts, registration: Registration, exchange: Exchange) {
  const { name, email, password, organizationName, organizationType } = registration;
  await accounts.limits.spend(registrationsPerAddress, exchange.network);
  await refuseWeakPassword(password, [name, email, organizationName]);
  const passwordHash = await hashPassword(password);

  const organizationId = await queries.newId(accounts.database);
  const db = accounts.database.tenant({ organizationId });
  const organization = await inTransaction({ db }, async (ctx) => {
    const organization = await queries.insertOrganization(ctx, {
      id: organizationId,
      name: organizationName,
      type: organizationType,
      // An installation that charges nobody holds nothing back.
      subscription_tier: accounts.config.STRIPE_SECRET_KEY ? 'lite' : 'system',
    });
    const person = { organizationId, email, name, passwordHash, locale: preferredLocale(exchange.headers) };
    const user = await queries.withDirectory(ctx.db, () => queries.insertPerson(ctx.db, person));
    if (!user) throw addressTaken();
    await queries.insertMember(ctx.db, { organizationId, userId: user.id, role: 'ADMIN', clientId: null });
    return organization;
  });

  const user = await startSession(accounts, { email, password, rememberMe: false }, exchange);
  return { user, organization };
}

/** 5 new organizations an hour from one address: enough for a shared office, too few for a spammer. */
const registrationsPerAddress = { name: 'register', points: 5, seconds: 3_600 };

export const addressTaken = () =>
  new Problem(
    'address_taken',
    'We could not create this account. If you already have one, sign in or reset your password.',
  );

/** The browser's first language that we speak. */
export function preferredLocale(headers: Headers): Locale {
  const wanted = (headers.get('accept-language') ?? '').toLowerCase().split(',');
  const spoken = wanted
    .map((entry) => entry.trim().slice(0, 2))
    .find((code) => code === 'en' || code === 'es' || code === 'fr');
  return spoken ?? 'en';
}
