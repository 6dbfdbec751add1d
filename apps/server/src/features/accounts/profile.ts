import { toDataURL } from 'qrcode';
import { type Context, inTransaction } from '#platform/context.ts';
import type { Exchange } from '#platform/http/serve.ts';
import { notFound, Problem } from '#platform/problem.ts';
import type { Accounts } from './accounts.ts';
import { requireActiveClient } from './clients/clients.ts';
import { noteLastClient } from './team/queries.ts';
import * as queries from './queries.ts';
import { ask } from './sign-in/ask.ts';
import { confirmSecondFactor } from './sign-in/confirm-second-factor.ts';
import { hashPassword, verifyPassword } from './sign-in/passwords.ts';
import { sendNotice } from './security-notices/security-notices.ts';
import { turnOffTwoFactor } from './sign-in/turn-off-two-factor.ts';
import { refuseWeakPassword } from './sign-in/weak-passwords.ts';

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

/** One transaction: a client that is being deactivated is either refused, or ends with it what was just chosen. */
export async function setActiveClient({ database }: Accounts, ctx: Context, clientId: string | null) {
  const { userId, sessionId, clientLimit } = person(ctx);
  const { organizationId } = ctx;
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
    const client = shown === null ? null : await requireActiveClient(ctx, shown);
    const choice = { activeClientId: client?.id ?? null, mustChooseClient: false };
    await queries.withDirectory(ctx.db, () => queries.showClient(ctx.db, sessionId, choice));
    await noteLastClient(ctx, userId, choice.activeClientId);
    return { ...choice, activeClientName: client?.name ?? null };
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

/** Asked again before what cannot be undone, so that an unattended screen is not enough. */
export async function requirePassword(
  { database }: Accounts,
  userId: string,
  typed: string,
  field: string,
): Promise<void> {
  const stored = await queries.findPasswordHash(database, userId);
  if (stored?.password && (await verifyPassword({ hash: stored.password, password: typed }))) return;
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

export async function startTwoFactor({ engine }: Accounts, exchange: Exchange, password: string) {
  const answer = await ask(exchange, (headers) =>
    engine.api.enableTwoFactor({ body: { password, method: 'totp' }, headers, returnHeaders: true }),
  );
  if (!('totpURI' in answer)) throw new Problem('failed', 'An unexpected error occurred');
  const secret = new URL(answer.totpURI).searchParams.get('secret') ?? '';
  const qrCode = await toDataURL(answer.totpURI, { margin: 1, width: 220 });
  return { uri: answer.totpURI, secret, qrCode, recoveryCodes: answer.backupCodes };
}

export async function confirmTwoFactor(accounts: Accounts, ctx: Context, exchange: Exchange, code: string) {
  const { api } = accounts.engine;
  const user = await readUser(accounts, ctx);
  await ask(exchange, (headers) => api.verifyTOTP({ body: { code }, headers, returnHeaders: true }));
  if (!user.two_factor_enabled) await sendNotice(ctx, 'two-factor-on', user, { exchange });
}

type Proof = { password: string; code: string };

/** Both halves of signing in, asked again. The password first, so that a wrong one uses up no recovery code. */
async function requireBoth(accounts: Accounts, ctx: Context, exchange: Exchange, { password, code }: Proof) {
  const { userId } = person(ctx);
  await requirePassword(accounts, userId, password, 'password');
  await confirmSecondFactor(accounts, exchange, { userId, code });
}

export async function disableTwoFactor(accounts: Accounts, ctx: Context, exchange: Exchange, proof: Proof) {
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
export async function renewRecoveryCodes(accounts: Accounts, ctx: Context, exchange: Exchange, proof: Proof) {
  await requireBoth(accounts, ctx, exchange, proof);
  const { password } = proof;
  const answer = await ask(exchange, (headers) =>
    accounts.engine.api.generateBackupCodes({ body: { password }, headers, returnHeaders: true }),
  );
  await sendNotice(ctx, 'recovery-codes', await readUser(accounts, ctx), { exchange });
  return { recoveryCodes: answer.backupCodes };
}
