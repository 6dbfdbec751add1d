import { setImmediate, setTimeout } from 'node:timers/promises';
import type { User } from '@waggle/contracts/accounts';
import { sellsNoPlans } from '#platform/config.ts';
import type { Context } from '#platform/context.ts';
import type { Exchange } from '#platform/http/serve.ts';
import { expiredOldCookie, isSecure } from '#platform/http/session-cookie.ts';
import { Problem } from '#platform/problem.ts';
import { hashToken } from '#platform/sessions.ts';
import type { Accounts } from '../accounts.ts';
import { presentUser } from '../present.ts';
import * as queries from '../queries.ts';
import { findClientsOf } from '../team/queries.ts';
import { ask, wrongCode } from './ask.ts';
import { tellOfNewDevice } from '../security-notices/security-notices.ts';
import { noteFailedSignIn } from './failed-sign-in.ts';
import { guardSecondFactor, guardSignIn } from './guesses.ts';
import { rememberDevice } from './known-device.ts';

/** A session the engine has just opened. */
type Opened = { token?: string | undefined; user: { id: string } };
type Home = Pick<Context, 'db' | 'organizationId'>;
type Credentials = { email: string; password: string; rememberMe: boolean };

/**
 * A refusal is told on a grid of this many milliseconds. Hashing for a known and for an unknown address differs by
 * fractions of one, which a few hundred tries would show; the grid swallows them.
 */
const refusalGridMs = 50;
/** Milliseconds left for the row of a failed try. */
const failureRowMs = 20;

/** Limits first, so that a storm of guesses costs no hashing; then the password; then the second factor if one is on. */
export async function signIn(accounts: Accounts, credentials: Credentials, exchange: Exchange): Promise<User> {
  const guard = await guardSignIn(accounts, credentials.email, exchange);
  const started = performance.now();
  try {
    const user = await startSession(accounts, credentials, exchange);
    await guard.succeeded();
    await tellOfNewDevice(accounts, user, exchange);
    return user;
  } catch (error) {
    const due = nextTick(started);
    await noteFailedSignIn(accounts, credentials, exchange, error);
    await until(due);
    throw error;
  }
}

/** Chosen before a known address gets its row in the audit log, and far enough away for that. */
function nextTick(started: number): number {
  const now = performance.now() + failureRowMs;
  return now + refusalGridMs - ((now - started) % refusalGridMs);
}

/** Timers round to whole milliseconds, so the last one is waited out turn by turn. */
async function until(due: number): Promise<void> {
  await setTimeout(Math.max(0, due - performance.now() - 2));
  while (performance.now() < due) await setImmediate();
}

export async function startSession(accounts: Accounts, credentials: Credentials, exchange: Exchange): Promise<User> {
  const body = await atThisHost(accounts, credentials, exchange);
  const answer = await ask(exchange, (headers) =>
    accounts.engine.api.signInEmail({ body, headers, returnHeaders: true }),
  );
  // The engine types this branch away; with a second factor on it answers so instead of with a user.
  if ('twoFactorRedirect' in answer)
    throw new Problem('two_factor_required', 'Enter the code from your authenticator app.');
  return signedIn(accounts, answer, exchange);
}

/** Nobody's address: what it is refused with, and how long that takes, is the same as for any unknown one. */
const nobody = 'nobody@unknown.invalid';

/** On a host name of an organization the people of all others are unknown. */
async function atThisHost({ database }: Accounts, credentials: Credentials, { hostOrganizationId }: Exchange) {
  if (hostOrganizationId === null) return credentials;
  const account = await queries.findAccount(database, { email: credentials.email });
  return account?.organization_id === hostOrganizationId ? credentials : { ...credentials, email: nobody };
}

export async function passTwoFactor(
  accounts: Accounts,
  { code, kind }: { code: string; kind: 'app' | 'recovery' },
  exchange: Exchange,
) {
  refuseSignedIn(exchange);
  await guardSecondFactor(accounts, exchange);
  const { api } = accounts.engine;
  const userId = await awaitedPerson(accounts, exchange);
  try {
    const answer = await ask(exchange, async (headers) => {
      if (kind === 'recovery') return api.verifyBackupCode({ body: { code }, headers, returnHeaders: true });
      const verified = await api.verifyTOTP({ body: { code }, headers, returnHeaders: true });
      await refuseUsedCode(accounts, verified.response, code);
      return verified;
    });
    const user = await signedIn(accounts, answer, exchange);
    await tellOfNewDevice(accounts, user, exchange);
    return user;
  } catch (error) {
    if (userId !== null) await noteFailedSignIn(accounts, { userId }, exchange, error);
    throw error;
  }
}

/** With a session the engine would check the code for that one and open none, and we would end it. */
export function refuseSignedIn({ session }: Exchange): void {
  if (session) throw new Problem('invalid_input', "You're already signed in.");
}

/** Whose second step is awaited, by the cookie the first one left: the engine tells only once the code is right. */
export async function awaitedPerson({ engine }: Accounts, exchange: Exchange): Promise<string | null> {
  const { createAuthCookie, internalAdapter } = await engine.$context;
  const prefix = `${createAuthCookie('two_factor').name}=`;
  const cookie = (exchange.headers.get('cookie') ?? '').split('; ').find((pair) => pair.startsWith(prefix));
  const [identifier] = (cookie ?? '').slice(prefix.length).split('.');
  // Under its own name with a word more the engine counts the tries, which are nobody's id.
  if (!identifier?.startsWith('2fa-') || identifier.startsWith('2fa-attempts-')) return null;
  return (await internalAdapter.findVerificationValue(identifier))?.value ?? null;
}

/** The engine takes a code as often as it is valid; somebody who reads it over a shoulder must not get in with it too. */
async function refuseUsedCode({ database }: Accounts, opened: Opened, code: string) {
  if (await queries.noteUsedCode(database, opened.user.id, hashToken(code))) return;
  await queries.deleteSessionByToken(database, hashToken(opened.token ?? ''));
  throw wrongCode();
}

/** Whoever signs in leaves the session they came with: a planted cookie is worth nothing afterwards. */
export async function signedIn(accounts: Accounts, opened: Opened, exchange: Exchange): Promise<User> {
  if (exchange.session) await queries.deleteSession(accounts.database, exchange.session.userId, exchange.session.id);
  const userId = opened.user.id;
  const home = await queries.noteSignIn(accounts.database, userId);
  const organizationId = home?.organization_id ?? '';
  const ctx = { db: accounts.database.tenant({ organizationId }), organizationId };
  if (exchange.hostOrganizationId !== null && exchange.hostOrganizationId !== organizationId) {
    await queries.deleteSessionByToken(accounts.database, hashToken(opened.token ?? ''));
    throw new Problem('wrong_credentials', 'Incorrect email or password.');
  }
  const shown = await restoreClient(accounts, ctx, opened);
  const row = await queries.findUser(accounts.database, ctx, userId, shown.activeClientId);
  if (!row) throw new Problem('wrong_credentials', 'Incorrect email or password.');
  rememberDevice(accounts, row.email, exchange);
  const { config } = accounts;
  return presentUser(row, { ...shown, publicUrl: config.PUBLIC_URL, sellsNoPlans: sellsNoPlans(config) });
}

/**
 * The session shows what the person looked at last. If that client is gone they are asked; if none is left that they may see,
 * they are not let in.
 */
async function restoreClient(
  { database }: Accounts,
  ctx: Home,
  { token = '', user }: Opened,
): Promise<queries.ShownClient> {
  const clients = await findClientsOf(ctx, user.id);
  const tokenHash = hashToken(token);
  if (clients?.client_id && !clients.shown_client_id) {
    await queries.deleteSessionByToken(database, tokenHash);
    throw new Problem('access_ended', 'Your access has ended. Ask an admin of your organization to restore it.');
  }
  const nothing = { activeClientId: null, mustChooseClient: false };
  if (!clients || (!clients.last_client_id && !clients.client_id)) return nothing;
  const shown = { activeClientId: clients.shown_client_id, mustChooseClient: clients.shown_client_id === null };
  await queries.showClientByToken(database, tokenHash, shown);
  return shown;
}

export async function signOut(accounts: Accounts, exchange: Exchange): Promise<void> {
  await ask(exchange, (headers) => accounts.engine.api.signOut({ headers, returnHeaders: true }));
  if (isSecure(accounts.config)) exchange.setCookies([expiredOldCookie]);
}
