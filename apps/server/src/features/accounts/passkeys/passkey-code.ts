import { randomBytes } from 'node:crypto';
import type { PasskeyAnswer } from '@waggle/contracts/passkey-sign-in';
import type { Context } from '#platform/context.ts';
import type { Exchange } from '#platform/http/serve.ts';
import { Problem } from '#platform/problem.ts';
import { hashToken } from '#platform/sessions.ts';
import type { Accounts } from '../accounts.ts';
import type { ChallengeHolder } from './challenges.ts';
import { requestOptions } from './options.ts';
import * as queries from './queries.ts';
import { passkeyOf, verifyAnswer } from './verify-answer.ts';

/** Neither a code of an app, which is six digits, nor a recovery code, which has a dash in its middle. */
export const isPasskeyCode = (code: string): boolean => /^pk[\w-]{18}$/.test(code);

type Person = { userId: string; sessionId: string };
const confirmOf = ({ userId, sessionId }: Person): ChallengeHolder => ({ purpose: 'confirm', userId, sessionId });
const codeOf = (person: Person): ChallengeHolder => ({ ...confirmOf(person), purpose: 'code' });

function personOf({ actor }: Context): Person {
  if (actor.kind !== 'user') throw new Problem('not_signed_in', 'Sign in to continue.');
  return actor;
}

export async function startPasskeyCode(accounts: Accounts, ctx: Context) {
  const person = personOf(ctx);
  const passkeys = await queries.findPasskeys(accounts.database.directory, person.userId);
  if (passkeys.length === 0) throw new Problem('invalid_input', "You don't have a passkey yet. Add one first.");
  return requestOptions(accounts, confirmOf(person), passkeys);
}

/** For dialogs that ask for a code of the app: whoever has a passkey gets one, for this session and once. */
export async function passkeyCode(accounts: Accounts, ctx: Context, answer: PasskeyAnswer, exchange: Exchange) {
  const person = personOf(ctx);
  const passkey = await passkeyOf(accounts, answer);
  await verifyAnswer(accounts, { answer, holder: confirmOf(person), passkey }, exchange);
  const code = `pk${randomBytes(14).toString('base64url').slice(0, 18)}`;
  await queries.insertChallenge(accounts.database.directory, codeOf(person), { hash: hashToken(code) });
  return { code };
}

export const takePasskeyCode = async ({ database }: Accounts, person: Person, code: string): Promise<boolean> =>
  (await queries.takeChallenge(database.directory, codeOf(person), hashToken(code))) !== undefined;
