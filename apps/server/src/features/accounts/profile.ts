import { generateRandomString } from 'better-auth/crypto';
import { toDataURL } from 'qrcode';
import { type Context, inTransaction } from '#platform/context.ts';
import type { Exchange } from '#platform/http/serve.ts';
import { notFound, Problem } from '#platform/problem.ts';
import type { Accounts } from './accounts.ts';
import { requireActiveClient, requireClient } from './clients/clients.ts';
import { noteLastClient } from './team/queries.ts';
import * as queries from './queries.ts';
import { findSecondFactors, replaceSecret } from './passkeys/queries.ts';
import { ask } from './sign-in/ask.ts';
import { confirmSecondFactor } from './sign-in/confirm-second-factor.ts';
import { hashPassword, verifyPassword } from './sign-in/passwords.ts';
import { sealFactor } from './sign-in/second-factor-keys.ts';
import { sendNotice } from './security-notices/security-notices.ts';
import { turnOffTwoFactor } from './sign-in/turn-off-two-factor.ts';
import { refuseWeakPassword } from './sign-in/weak-passwords.ts';
import { issuedBy } from './white-label/issued-by.ts';
import { readProduct } from './white-label/product.ts';

type Person = Extract<Context['actor'], { kind: 'user' }>;

export function person(ctx: Context): Person {
  if (ctx.actor.kind !== 'user') throw new Problem('not_signed_in', 'Sign in to continue.');
  return ctx.actor;
}

export async function readUser({ database }: Accounts, ctx: Context): Promise<queries.UserRow> {
  const user = await queries.findUser(database, ctx, person(ctx).userId, person(ctx).clientId);
  if (!user) throw new Problem('not_signed_in', 'Sign in to continue.');
  return user;
}

export const mustChooseClient = (ctx: Context): boolean => person(ctx).mustChooseClient ?? false;

/**
 * One transaction: a client that is being archived is either refused, or ends with it what was just chosen. An ADMIN may look
 * at an archived one, where nothing can be changed; it is not what they come back to.
 */
export async function setActiveClient({ database }: Accounts, ctx: Context, clientId: string | null) {
  const { userId, sessionId, clientLimit, role } = person(ctx);
  const { organizationId } = ctx;
  const find = role === 'ADMIN' ? requireClient : requireActiveClient;
  // For somebody who is limited, all clients means the one they are in.
  const shown = clientId ?? clientLimit;
  const isOther = clientLimit !== null && shown !== clientLimit;
  if (isOther) {
    const own = await queries.findOwnClients(database, organizationId, userId);
    if (!own.some(({ id }) => id === shown)) throw notFound();
  }
  // The wall of the client they are in hides the other ones they may change to.
  const wide = isOther ? { ...ctx, db: database.tenant({ organizationId, clientLimit: shown }) } : ctx;
  return inTransaction(wide, async (ctx) => {
    const client = shown === null ? null : await find(ctx, shown);
    const choice = { activeClientId: client?.id ?? null, mustChooseClient: false };
    const isArchived = client?.is_active === false;
    await queries.withDirectory(ctx.db, () => queries.showClient(ctx.db, sessionId, choice));
    if (!isArchived) await noteLastClient(ctx, userId, choice.activeClientId);
    return { ...choice, activeClientName: client?.name ?? null, activeClientArchived: isArchived };
  });
}

type ProfileChange = {
  name?: string | undefined;
  locale?: string | undefined;
  theme?: string | undefined;
  timezone?: string | null | undefined;
};

export async function updateProfile(accounts: Accounts, ctx: Context, typed: ProfileChange) {
  const { name, locale, theme, timezone } = typed;
  const change = {
    ...(name && { name }),
    ...(locale && { locale }),
    ...(theme && { theme }),
    ...(timezone !== undefined && { timezone }),
  };
  if (Object.keys(change).length > 0) await queries.updateUser(accounts.database, person(ctx).userId, change);
  return readUser(accounts, ctx);
}

export async function changePassword(
  accounts: Accounts,
  ctx: Context,
  typed: { currentPassword: string; password: string },
  exchange: Exchange,
) {
  const { userId, sessionId } = person(ctx);
  await requirePassword(accounts, userId, typed.currentPassword, 'currentPassword');
  const user = await readUser(accounts, ctx);
  const { network } = exchange;
  await refuseWeakPassword({ password: typed.password, personal: [user.name, user.email], network });
  const passwordHash = await hashPassword(typed.password);
  await queries.inDirectory(accounts.database, async (database) => {
    await queries.updatePasswordHash(database, userId, passwordHash);
    await queries.deletePendingTokens(database.directory, userId);
    await queries.deleteSessionsExcept(database, userId, sessionId);
    await sendNotice({ ...ctx, db: database.directory }, 'password-changed', user, { exchange });
  });
}

/** One share for all calls that ask: each has one of its own, and a stolen session could guess at every one of them. */
const wrongPasswords = { name: 'password:user', points: 10, seconds: 600 };

/** Asked again before what cannot be undone, so that an unattended screen is not enough. */
export async function requirePassword(
  { database, limits }: Accounts,
  userId: string,
  typed: string,
  field: string,
): Promise<void> {
  await limits.spend(wrongPasswords, userId);
  const stored = await queries.findPasswordHash(database, userId);
  if (stored?.password && (await verifyPassword({ hash: stored.password, password: typed }))) {
    await limits.reset(wrongPasswords, userId);
    return;
  }
  const message = 'Incorrect password.';
  throw new Problem('wrong_password', message, { fields: { [field]: message } });
}

export async function endSession({ database }: Accounts, ctx: Context, sessionId: string): Promise<void> {
  if (!(await queries.deleteSession(database, person(ctx).userId, sessionId))) throw notFound();
}

export async function endOtherSessions({ database }: Accounts, ctx: Context): Promise<void> {
  const { userId, sessionId } = person(ctx);
  await queries.deleteSessionsExcept(database, userId, sessionId);
}

export type Proof = { password: string; code?: string | undefined };

/** The password, and from people with a second factor a code as well. */
export async function requireProof(accounts: Accounts, ctx: Context, exchange: Exchange, { password, code }: Proof) {
  const user = await readUser(accounts, ctx);
  await requirePassword(accounts, user.id, password, 'password');
  if (!user.two_factor_enabled) return user;
  if (!code) {
    const message = 'Enter the code from your app or a recovery code';
    throw new Problem('invalid_input', message, { fields: { code: message } });
  }
  await confirmSecondFactor(accounts, exchange, { userId: user.id, code });
  return user;
}

export async function startTwoFactor(accounts: Accounts, ctx: Context, exchange: Exchange, proof: Proof) {
  const user = await readUser(accounts, ctx);
  const added = user.two_factor_enabled
    ? await addApp(accounts, ctx, exchange, proof)
    : await firstApp(accounts, exchange, proof.password);
  const secret = new URL(added.uri).searchParams.get('secret') ?? '';
  const product = await readProduct(ctx, accounts.config.PUBLIC_URL);
  const uri = product ? issuedBy(added.uri, product.name) : added.uri;
  return { uri, secret, qrCode: await toDataURL(uri, { margin: 1, width: 220 }), recoveryCodes: added.recoveryCodes };
}

async function firstApp({ engine }: Accounts, exchange: Exchange, password: string) {
  const answer = await ask(exchange, (headers) =>
    engine.api.enableTwoFactor({ body: { password, method: 'totp' }, headers, returnHeaders: true }),
  );
  if (!('totpURI' in answer)) throw new Problem('failed', 'An unexpected error occurred');
  return { uri: answer.totpURI, recoveryCodes: answer.backupCodes };
}

/** Beside passkeys that have turned it on. The engine would replace the recovery codes, which are saved somewhere already. */
async function addApp(accounts: Accounts, ctx: Context, exchange: Exchange, proof: Proof) {
  const user = await requireProof(accounts, ctx, exchange, proof);
  const secret = await sealFactor(accounts.config, generateRandomString(32));
  if (!(await replaceSecret(accounts.database.directory, user.id, secret)))
    throw new Problem('invalid_input', 'Two-factor authentication is already on.');
  const { totpURI } = await ask(exchange, (headers) =>
    accounts.engine.api.getTOTPURI({ body: { password: proof.password }, headers, returnHeaders: true }),
  );
  return { uri: totpURI, recoveryCodes: [] };
}

export async function confirmTwoFactor(accounts: Accounts, ctx: Context, exchange: Exchange, code: string) {
  const { api } = accounts.engine;
  const user = await readUser(accounts, ctx);
  const { app } = await findSecondFactors(accounts.database.directory, user.id);
  // It would tell, without a password and as often as asked, whether a code is right.
  if (app) throw new Problem('invalid_input', 'Two-factor authentication is already on.');
  await ask(exchange, (headers) => api.verifyTOTP({ body: { code }, headers, returnHeaders: true }));
  await sendNotice(ctx, user.two_factor_enabled ? 'app-added' : 'two-factor-on', user, { exchange });
}

type BothFactors = { password: string; code: string };

/** Both halves of signing in, asked again. The password first, so that a wrong one uses up no recovery code. */
async function requireBoth(accounts: Accounts, ctx: Context, exchange: Exchange, { password, code }: BothFactors) {
  const { userId } = person(ctx);
  await requirePassword(accounts, userId, password, 'password');
  await confirmSecondFactor(accounts, exchange, { userId, code });
}

export async function disableTwoFactor(accounts: Accounts, ctx: Context, exchange: Exchange, proof: BothFactors) {
  await requireBoth(accounts, ctx, exchange, proof);
  const user = await readUser(accounts, ctx);
  await queries.inDirectory(accounts.database, async (database) => {
    await turnOffTwoFactor(database, user.id);
    await sendNotice({ ...ctx, db: database.directory }, 'two-factor-off', user, { exchange });
  });
  // There is nothing left to turn off; the engine gives this browser a new session, as it does when it is turned on.
  const { password } = proof;
  await ask(exchange, (headers) =>
    accounts.engine.api.disableTwoFactor({ body: { password }, headers, returnHeaders: true }),
  );
}

/** A recovery code turns the second factor off, so new ones need as much as that. */
export async function renewRecoveryCodes(accounts: Accounts, ctx: Context, exchange: Exchange, proof: BothFactors) {
  await requireBoth(accounts, ctx, exchange, proof);
  const { password } = proof;
  const answer = await ask(exchange, (headers) =>
    accounts.engine.api.generateBackupCodes({ body: { password }, headers, returnHeaders: true }),
  );
  await sendNotice(ctx, 'recovery-codes', await readUser(accounts, ctx), { exchange });
  return { recoveryCodes: answer.backupCodes };
}
