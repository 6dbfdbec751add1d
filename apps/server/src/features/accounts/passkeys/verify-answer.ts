import { verifyAuthenticationResponse } from '@simplewebauthn/server';
import type { PasskeyAnswer } from '@waggle/contracts/passkey-sign-in';
import type { Exchange } from '#platform/http/serve.ts';
import { Problem } from '#platform/problem.ts';
import type { Accounts } from '../accounts.ts';
import { sendNotice } from '../security-notices/security-notices.ts';
import { type ChallengeHolder, takeChallenge } from './challenges.ts';
import { findByCredential, type KnownPasskey, noteUse } from './queries.ts';
import { relyingParty } from './relying-party.ts';

/** The same words for every reason: which part was wrong helps nobody but a forger. */
export const passkeyRefused = () =>
  new Problem('passkey_refused', "This passkey couldn't be verified. Try again, or sign in another way.");

/** Mails about one passkey in a day: whoever has a copy of it must not fill a mailbox. */
const noticesPerPasskey = { name: 'notice:passkey', points: 3, seconds: 86_400 };

type Given = { answer: PasskeyAnswer; holder: ChallengeHolder; passkey: KnownPasskey | undefined };

export const passkeyOf = ({ database }: Accounts, { credential }: PasskeyAnswer) =>
  findByCredential(database.directory, credential);

/** The challenge is used up first, so that neither a replay nor a second try with the same one is ever looked at. */
export async function verifyAnswer(
  accounts: Accounts,
  { answer, holder, passkey }: Given,
  exchange: Exchange,
): Promise<KnownPasskey> {
  const { directory } = accounts.database;
  const taken = await takeChallenge(directory, holder, answer.clientDataJSON);
  if (!taken || !passkey || !isOwner(passkey, answer, holder)) throw passkeyRefused();
  const use = await verified(accounts, { answer, passkey, challenge: taken.challenge });
  if (await noteUse(directory, passkey.id, use)) return passkey;
  await tellOfCopy(accounts, passkey, exchange);
  throw passkeyRefused();
}

/** Signing in alone the passkey itself says whose it is; otherwise we know, and it must be theirs. */
function isOwner(passkey: KnownPasskey, { userHandle }: PasskeyAnswer, { userId }: ChallengeHolder): boolean {
  if (userId === null) return userHandle === passkey.user_handle;
  return userId === passkey.user_id && (userHandle === null || userHandle === passkey.user_handle);
}

type Signed = { answer: PasskeyAnswer; passkey: KnownPasskey; challenge: string };

async function verified({ config }: Accounts, { answer, passkey, challenge }: Signed) {
  const { id, origin } = relyingParty(config);
  const { credential, clientDataJSON, authenticatorData, signature } = answer;
  const result = await verifyAuthenticationResponse({
    response: {
      id: credential,
      rawId: credential,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON, authenticatorData, signature },
    },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    // The counter is compared by the statement that writes it, so that two uses at once cannot both pass.
    credential: { id: credential, publicKey: new Uint8Array(passkey.public_key), counter: 0 },
  }).catch(() => undefined);
  if (!result?.verified) throw passkeyRefused();
  const { newCounter, credentialBackedUp } = result.authenticationInfo;
  return { counter: newCounter, isSynced: credentialBackedUp };
}

async function tellOfCopy({ database, limits }: Accounts, passkey: KnownPasskey, exchange: Exchange): Promise<void> {
  const isBounded = await limits.spend(noticesPerPasskey, passkey.id).then(
    () => true,
    () => false,
  );
  if (!isBounded) return;
  const { organization_id: organizationId, person, name } = passkey;
  const ctx = { db: database.tenant({ organizationId }), organizationId };
  await sendNotice(ctx, 'passkey-refused', { ...passkey, name: person }, { exchange, passkeys: [name] });
}
