import type { User } from '@waggle/contracts/accounts';
import * as contract from '@waggle/contracts/passkey-sign-in';
import { call } from '#lib/api.ts';
import { askPasskey } from '#lib/passkey.ts';

/** Milliseconds after which suggestions get a new challenge: one lives for five minutes. */
const renewMs = 240_000;

/** Asks for one of the passkeys the browser has for this site. */
export async function signInByPasskey(rememberMe: boolean): Promise<User> {
  const options = await call(contract.startPasskeySignIn);
  const answer = await askPasskey(options);
  return call(contract.signInWithPasskey, { body: { answer, rememberMe } });
}

/**
 * Lets the browser suggest passkeys under the email field, for as long as the page is open. Answers undefined when it is
 * stopped, and at once in a browser without suggestions.
 */
export async function awaitSuggestion(rememberMe: () => boolean, stop: AbortSignal): Promise<User | undefined> {
  if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return undefined;
  while (!stop.aborted) {
    const options = await call(contract.startPasskeySignIn, {}, stop);
    const signal = AbortSignal.any([stop, AbortSignal.timeout(renewMs)]);
    const answer = await askPasskey(options, { mediation: 'conditional', signal }).catch(() => undefined);
    if (answer) return call(contract.signInWithPasskey, { body: { answer, rememberMe: rememberMe() } });
    // Nobody asked for anything, so what a browser refuses here is not told.
    if (!signal.aborted) return undefined;
  }
  return undefined;
}

/** The ways to finish signing in, after the right password. */
export const readSecondFactors = () => call(contract.startSecondFactor);

/** With a challenge of its own each time: one that was refused is used up. */
export async function passByPasskey(): Promise<User> {
  const { passkey } = await readSecondFactors();
  const answer = await askPasskey(passkey!);
  return call(contract.passTwoFactorByPasskey, { body: { answer } });
}
