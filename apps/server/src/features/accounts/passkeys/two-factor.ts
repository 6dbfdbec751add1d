import { generateRandomString } from 'better-auth/crypto';
import type { Context } from '#platform/context.ts';
import type { Exchange } from '#platform/http/serve.ts';
import { Problem } from '#platform/problem.ts';
import type { Accounts } from '../accounts.ts';
import { holdPerson } from '../email-change/queries.ts';
import { person, readUser, requirePassword } from '../profile.ts';
import { inDirectory } from '../queries.ts';
import { sendNotice } from '../security-notices/security-notices.ts';
import { wrongCode } from '../sign-in/ask.ts';
import { sealFactor } from '../sign-in/second-factor-keys.ts';
import { isPasskeyCode, takePasskeyCode } from './passkey-code.ts';
import * as queries from './queries.ts';

export const readTwoFactor = ({ database }: Accounts, ctx: Context) =>
  queries.findSecondFactors(database.directory, person(ctx).userId);

/** A passkey that was just used is a second factor like the app. The recovery codes come as they do with the app. */
export async function turnOnByPasskey(
  accounts: Accounts,
  ctx: Context,
  { password, code }: { password: string; code: string },
  exchange: Exchange,
) {
  const { userId, sessionId } = person(ctx);
  await requirePassword(accounts, userId, password, 'password');
  if (!isPasskeyCode(code) || !(await takePasskeyCode(accounts, { userId, sessionId }, code))) throw wrongCode();
  const user = await readUser(accounts, ctx);
  const recoveryCodes = newRecoveryCodes();
  const codes = await sealFactor(accounts.config, JSON.stringify(recoveryCodes));
  // Nobody ever sees it: the row has to have one, and it is replaced when an app is added.
  const secret = await sealFactor(accounts.config, generateRandomString(32));
  await inDirectory(accounts.database, async ({ directory: db }) => {
    await holdPerson(db, userId);
    const { enabled, passkeys } = await queries.findSecondFactors(db, userId);
    if (enabled) throw new Problem('invalid_input', 'Two-factor authentication is already on.');
    if (passkeys === 0) throw wrongCode();
    await queries.insertRecoveryCodes(db, { userId, secret, codes });
    await sendNotice({ ...ctx, db }, 'two-factor-on', user, { exchange });
  });
  return { recoveryCodes };
}

/** As many and of the same form as the engine makes, which checks them. */
const newRecoveryCodes = (): string[] =>
  Array.from({ length: 10 }, () => {
    const letters = generateRandomString(10, 'a-z', '0-9', 'A-Z');
    return `${letters.slice(0, 5)}-${letters.slice(5)}`;
  });
