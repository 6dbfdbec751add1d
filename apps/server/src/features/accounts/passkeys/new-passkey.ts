import { randomBytes } from 'node:crypto';
import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server';
import { decodeAttestationObject } from '@simplewebauthn/server/helpers';
import type { CreationOptions, NewPasskey } from '@waggle/contracts/passkeys';
import type { Config } from '#platform/config.ts';
import { Problem } from '#platform/problem.ts';
import { named } from './options.ts';
import type { PasskeyRow } from './queries.ts';
import { answerMs, relyingParty } from './relying-party.ts';

/** ES256, EdDSA and RS256: every authenticator there is knows one of them. */
const algorithms = [-7, -8, -257];

export const unusablePasskey = () =>
  new Problem('invalid_input', "This passkey couldn't be added. Try again, or use another device.");

/** Random and not the address: authenticators show it to whoever reads them out. */
export const newUserHandle = (): string => randomBytes(32).toString('base64url');

type Making = {
  challenge: Uint8Array<ArrayBuffer>;
  userHandle: string;
  person: { email: string; name: string };
  passkeys: readonly PasskeyRow[];
};

export async function creationOptions(
  config: Config,
  { challenge, userHandle, person, passkeys }: Making,
): Promise<CreationOptions> {
  const { id, name } = relyingParty(config);
  const options = await generateRegistrationOptions({
    rpID: id,
    rpName: name,
    challenge,
    userID: new Uint8Array(Buffer.from(userHandle, 'base64url')),
    userName: person.email,
    userDisplayName: person.name,
    timeout: answerMs,
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
  });
  return {
    rp: { id, name },
    user: options.user,
    challenge: options.challenge,
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout: answerMs,
    attestation: 'none',
    excludeCredentials: passkeys.map(named),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  };
}

/** What is kept of a passkey that was made for us, with the person verified. */
export async function verifyNewPasskey(config: Config, answer: NewPasskey, challenge: string) {
  const { id, origin } = relyingParty(config);
  const { credential, clientDataJSON, attestationObject, transports } = answer;
  if (!isWithoutCertificate(attestationObject)) throw unusablePasskey();
  const result = await verifyRegistrationResponse({
    response: {
      id: credential,
      rawId: credential,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON, attestationObject },
    },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => undefined);
  if (!result?.verified || result.registrationInfo.credential.id !== credential) throw unusablePasskey();
  const { credential: made, credentialBackedUp } = result.registrationInfo;
  return {
    credential,
    public_key: Buffer.from(made.publicKey),
    counter: String(made.counter),
    transports,
    is_synced: credentialBackedUp,
  };
}

/**
 * We ask for no attestation. A certificate that somebody sends all the same would make the library load a revocation list from
 * whatever address it names, which may be one of our own network.
 */
function isWithoutCertificate(attestationObject: string): boolean {
  try {
    const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')));
    const format = decoded.get('fmt');
    return format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined);
  } catch {
    // Not the encoding of any authenticator.
    return false;
  }
}
