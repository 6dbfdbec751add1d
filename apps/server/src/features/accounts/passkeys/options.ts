import { generateAuthenticationOptions } from '@simplewebauthn/server';
import type { RequestOptions } from '@waggle/contracts/passkey-sign-in';
import type { Accounts } from '../accounts.ts';
import { type ChallengeHolder, newChallenge } from './challenges.ts';
import type { PasskeyRow } from './queries.ts';
import { answerMs, relyingParty } from './relying-party.ts';

type Named = Pick<PasskeyRow, 'credential' | 'transports'>;

/** How a browser is told which passkeys are meant. */
export const named = ({ credential, transports }: Named) => ({
  type: 'public-key' as const,
  id: credential,
  transports: transports as never[],
});

/** Without passkeys the browser offers all it has for this site. */
export async function requestOptions(
  { config, database }: Accounts,
  holder: ChallengeHolder,
  passkeys: readonly Named[] = [],
): Promise<RequestOptions> {
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(config).id,
    challenge: await newChallenge(database.directory, holder),
    timeout: answerMs,
    userVerification: 'required',
  });
  return {
    challenge: options.challenge,
    rpId: relyingParty(config).id,
    timeout: answerMs,
    userVerification: 'required',
    allowCredentials: passkeys.map(named),
  };
}
