import { mostPasskeys, type NewPasskey } from '@waggle/contracts/passkeys';
import type { Context } from '#platform/context.ts';
import type { Database } from '#platform/database/database.ts';
import type { Exchange } from '#platform/http/serve.ts';
import { notFound, Problem } from '#platform/problem.ts';
import type { Accounts } from '../accounts.ts';
import { holdPerson } from '../email-change/queries.ts';
import { deviceName } from '../present.ts';
import { person, type Proof, readUser, requireProof } from '../profile.ts';
import { inDirectory, type UserRow } from '../queries.ts';
import { sendNotice } from '../security-notices/security-notices.ts';
import { turnOffTwoFactor } from '../sign-in/turn-off-two-factor.ts';
import { type ChallengeHolder, newChallenge, takeChallenge } from './challenges.ts';
import { creationOptions, newUserHandle, unusablePasskey, verifyNewPasskey } from './new-passkey.ts';
import * as queries from './queries.ts';

const tooMany = () =>
  new Problem('quota_reached', `You have ${mostPasskeys} passkeys. Remove one you no longer use, then try again.`);

function addingOf(ctx: Context): ChallengeHolder {
  const { userId, sessionId } = person(ctx);
  return { purpose: 'add', userId, sessionId };
}

export const listPasskeys = ({ database }: Accounts, ctx: Context) =>
  queries.findPasskeys(database.directory, person(ctx).userId);

/** A passkey opens the account for as long as it is there, so making one asks for as much as ending the second factor. */
export async function startAdding(accounts: Accounts, ctx: Context, proof: Proof, exchange: Exchange) {
  const passkeys = await listPasskeys(accounts, ctx);
  // Before the proof, so that no recovery code is used up for nothing.
  if (passkeys.length >= mostPasskeys) throw tooMany();
  const user = await requireProof(accounts, ctx, exchange, proof);
  const userHandle = passkeys[0]?.user_handle ?? newUserHandle();
  const challenge = await newChallenge(accounts.database.directory, addingOf(ctx), userHandle);
  return creationOptions(accounts.config, { challenge, userHandle, person: user, passkeys });
}

type Added = { name?: string | undefined; answer: NewPasskey };

export async function addPasskey(accounts: Accounts, ctx: Context, { name, answer }: Added, exchange: Exchange) {
  const user = await readUser(accounts, ctx);
  const taken = await takeChallenge(accounts.database.directory, addingOf(ctx), answer.clientDataJSON);
  if (!taken?.userHandle) throw unusablePasskey();
  const made = await verifyNewPasskey(accounts.config, answer, taken.challenge);
  const row = { ...made, user_id: user.id, user_handle: taken.userHandle, name: name ?? nameOfDevice(exchange) };
  return inDirectory(accounts.database, async ({ directory: db }) => {
    // Of two that are added at once the second counts the first.
    await holdPerson(db, user.id);
    if ((await queries.findPasskeys(db, user.id)).length >= mostPasskeys) throw tooMany();
    const added = await queries.insertPasskey(db, row);
    if (!added) throw new Problem('already_exists', 'This passkey has been added already.');
    await sendNotice({ ...ctx, db }, 'passkey-added', user, { exchange, passkeys: [added.name] });
    return added;
  });
}

/** 'Chrome, Linux': a name that is right until the person gives a better one. */
const nameOfDevice = ({ headers }: Exchange): string =>
  deviceName(headers.get('user-agent') ?? '')
    .slice(0, 60)
    .trim() || 'Passkey';

export async function renamePasskey({ database }: Accounts, ctx: Context, passkeyId: string, name: string) {
  const renamed = await queries.updateName(database.directory, person(ctx).userId, passkeyId, name);
  if (!renamed) throw notFound();
  return renamed;
}

type Removed = { passkeyId: string; proof: Proof };

export async function removePasskey(
  accounts: Accounts,
  ctx: Context,
  { passkeyId, proof }: Removed,
  exchange: Exchange,
): Promise<void> {
  const passkeys = await listPasskeys(accounts, ctx);
  if (!passkeys.some(({ id }) => id === passkeyId)) throw notFound();
  const user = await requireProof(accounts, ctx, exchange, proof);
  await inDirectory(accounts.database, async (database) => {
    const db = database.directory;
    await holdPerson(db, user.id);
    const removed = await queries.deletePasskey(db, user.id, passkeyId);
    if (!removed) throw notFound();
    await sendNotice({ ...ctx, db }, 'passkey-removed', user, { exchange, passkeys: [removed.name] });
    await endWithoutFactor(database, ctx, user, exchange);
  });
}

/** Two-factor without a factor would leave recovery codes alone, and nobody could sign in for long. */
async function endWithoutFactor(database: Database, ctx: Context, user: UserRow, exchange: Exchange): Promise<void> {
  const { enabled, app, passkeys } = await queries.findSecondFactors(database.directory, user.id);
  if (!enabled || app || passkeys > 0) return;
  await turnOffTwoFactor(database, user.id);
  await sendNotice({ ...ctx, db: database.directory }, 'two-factor-off', user, { exchange });
}
