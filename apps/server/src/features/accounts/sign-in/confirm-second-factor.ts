import type { Exchange } from '#platform/http/serve.ts';
import { Problem } from '#platform/problem.ts';
import { hashToken } from '#platform/sessions.ts';
import type { Accounts } from '../accounts.ts';
import { isPasskeyCode, takePasskeyCode } from '../passkeys/passkey-code.ts';
import { noteUsedCode } from '../queries.ts';
import { ask, wrongCode } from './ask.ts';

const appCode = /^\d{6}$/;
/** Of one person, in every call that asks for a code: at ten in ten minutes one of a million takes months to guess. */
const wrongCodes = { name: 'second-factor:user', points: 10, seconds: 600 };

/**
 * Asks somebody who is signed in for a current code of the app, one their passkey was given or a recovery code, which is used
 * up. The password alone must not end the second factor: whoever stole it would be kept out by nothing.
 */
export async function confirmSecondFactor(
  accounts: Accounts,
  exchange: Exchange,
  asked: { userId: string; code: string },
): Promise<void> {
  await accounts.limits.spend(wrongCodes, asked.userId);
  await confirmCode(accounts, exchange, asked);
  await accounts.limits.reset(wrongCodes, asked.userId);
}

async function confirmCode(
  accounts: Accounts,
  exchange: Exchange,
  { userId, code }: { userId: string; code: string },
): Promise<void> {
  const { engine, database } = accounts;
  if (isPasskeyCode(code)) {
    const sessionId = exchange.session?.id ?? '';
    if (await takePasskeyCode(accounts, { userId, sessionId }, code)) return;
    throw wrongCode();
  }
  if (!appCode.test(code)) {
    const { user } = await ask(exchange, (headers) =>
      engine.api.verifyBackupCode({ body: { code, disableSession: true }, headers, returnHeaders: true }),
    );
    refuseAnother(user, userId);
    return;
  }
  const { user } = await ask(exchange, (headers) =>
    engine.api.verifyTOTP({ body: { code }, headers, returnHeaders: true }),
  );
  refuseAnother(user, userId);
  if (await noteUsedCode(database, userId, hashToken(code))) return;
  const message = 'This code has been used. Wait for the next one.';
  throw new Problem('wrong_code', message, { fields: { code: message } });
}

/** The engine reads by itself whose code it is. */
function refuseAnother(verified: { id: string }, userId: string): void {
  if (verified.id !== userId) throw wrongCode();
}
