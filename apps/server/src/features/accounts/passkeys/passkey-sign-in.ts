import type { User } from '@waggle/contracts/accounts';
import type { PasskeyAnswer, RequestOptions } from '@waggle/contracts/passkey-sign-in';
import type { Exchange } from '#platform/http/serve.ts';
import { Problem } from '#platform/problem.ts';
import type { Accounts } from '../accounts.ts';
import { tellOfNewDevice } from '../security-notices/security-notices.ts';
import { ask } from '../sign-in/ask.ts';
import { noteFailedSignIn } from '../sign-in/failed-sign-in.ts';
import { guardPasskey, guardSecondFactor } from '../sign-in/guesses.ts';
import { awaitedPerson, refuseSignedIn, signedIn } from '../sign-in/sign-in.ts';
import { type ChallengeHolder, forAnybody } from './challenges.ts';
import { requestOptions } from './options.ts';
import * as queries from './queries.ts';
import { passkeyOf, verifyAnswer } from './verify-answer.ts';

export const startPasskeySignIn = (accounts: Accounts): Promise<RequestOptions> => requestOptions(accounts, forAnybody);

/** The authenticator has verified the person, so this is two factors at once: neither password nor code is asked. */
export async function signInWithPasskey(
  accounts: Accounts,
  { answer, rememberMe }: { answer: PasskeyAnswer; rememberMe: boolean },
  exchange: Exchange,
): Promise<User> {
  await guardPasskey(accounts, exchange);
  return enter(accounts, { answer, holder: forAnybody }, exchange, (userId, headers) =>
    accounts.engine.api.openSession({ body: { userId, rememberMe }, headers, returnHeaders: true }),
  );
}

const secondStepOf = (userId: string): ChallengeHolder => ({ purpose: 'second-factor', userId, sessionId: null });

/** Told after the right password only: which factors somebody has is nobody else's business. */
export async function startSecondFactor(accounts: Accounts, exchange: Exchange) {
  const userId = await requireAwaited(accounts, exchange);
  const { directory } = accounts.database;
  const [{ app }, passkeys] = await Promise.all([
    queries.findSecondFactors(directory, userId),
    queries.findPasskeys(directory, userId),
  ]);
  return { app, passkey: passkeys.length > 0 ? await requestOptions(accounts, secondStepOf(userId), passkeys) : null };
}

export async function passTwoFactorByPasskey(
  accounts: Accounts,
  answer: PasskeyAnswer,
  exchange: Exchange,
): Promise<User> {
  refuseSignedIn(exchange);
  await guardSecondFactor(accounts, exchange);
  const awaited = await requireAwaited(accounts, exchange);
  return enter(accounts, { answer, holder: secondStepOf(awaited) }, exchange, (userId, headers) =>
    accounts.engine.api.passSecondFactor({ body: { userId }, headers, returnHeaders: true }),
  );
}

async function requireAwaited(accounts: Accounts, exchange: Exchange): Promise<string> {
  const userId = await awaitedPerson(accounts, exchange);
  if (userId === null) throw new Problem('link_used', 'Your sign-in timed out. Start again.');
  return userId;
}

type Opened = { headers: Headers; response: { token: string; user: { id: string } } };

async function enter(
  accounts: Accounts,
  given: { answer: PasskeyAnswer; holder: ChallengeHolder },
  exchange: Exchange,
  open: (userId: string, headers: Headers) => Promise<Opened>,
): Promise<User> {
  const passkey = await passkeyOf(accounts, given.answer);
  try {
    const { user_id: userId } = await verifyAnswer(accounts, { ...given, passkey }, exchange);
    const opened = await ask(exchange, (headers) => open(userId, headers));
    const user = await signedIn(accounts, opened, exchange);
    await tellOfNewDevice(accounts, user, exchange);
    return user;
  } catch (error) {
    if (passkey) await noteFailedSignIn(accounts, { userId: passkey.user_id }, exchange, error);
    throw error;
  }
}
