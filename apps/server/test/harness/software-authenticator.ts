import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { PasskeyAnswer, RequestOptions } from '@waggle/contracts/passkey-sign-in';
import type { CreationOptions, NewPasskey } from '@waggle/contracts/passkeys';
import { publicUrl } from './test-api.ts';

/** What an authenticator or a browser may do wrong. */
type Oddities = {
  origin?: string;
  rpId?: string;
  /** Whether it knows who the person is, by a finger or a PIN. */
  isVerified?: boolean;
  counter?: number;
  userHandle?: string | null;
  /** In place of no attestation. */
  attestation?: Buffer;
};

export type SoftwareAuthenticator = {
  credential: string;
  /** In COSE, as it is stored. */
  publicKey: Buffer;
  userHandle: string;
  create(options: Pick<CreationOptions, 'challenge' | 'user'>, odd?: Oddities): NewPasskey;
  get(options: Pick<RequestOptions, 'challenge'>, odd?: Oddities): PasskeyAnswer;
};

/** A passkey in memory: ES256, no attestation, synced, and a counter only for those who ask for one. */
export function createAuthenticator(): SoftwareAuthenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credential = randomBytes(32);
  const authenticator: SoftwareAuthenticator = {
    credential: credential.toString('base64url'),
    publicKey: coseKey(publicKey),
    userHandle: '',
    create({ challenge, user }, odd = {}) {
      authenticator.userHandle = user.id;
      const attested = Buffer.concat([Buffer.alloc(16), lengthOf(credential), credential, authenticator.publicKey]);
      const data = Buffer.concat([authenticatorData(odd, 0x40), attested]);
      return {
        credential: authenticator.credential,
        clientDataJSON: clientData('webauthn.create', challenge, odd).toString('base64url'),
        attestationObject: (odd.attestation ?? withoutAttestation(data)).toString('base64url'),
        transports: ['internal', 'hybrid'],
      };
    },
    get({ challenge }, odd = {}) {
      const client = clientData('webauthn.get', challenge, odd);
      const data = authenticatorData(odd, 0);
      return {
        credential: authenticator.credential,
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signed(privateKey, data, client),
        userHandle: odd.userHandle === undefined ? authenticator.userHandle : odd.userHandle,
      };
    },
  };
  return authenticator;
}

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest();

const signed = (key: KeyObject, data: Buffer, client: Buffer): string =>
  sign('sha256', Buffer.concat([data, sha256(client)]), key).toString('base64url');

const clientData = (type: string, challenge: string, { origin = publicUrl }: Oddities): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

function authenticatorData({ rpId, isVerified = true, counter = 0 }: Oddities, more: number): Buffer {
  // Present, verified, may be synced, is synced.
  const flags = 0x01 | (isVerified ? 0x04 : 0) | 0x08 | 0x10 | more;
  const rest = Buffer.alloc(5);
  rest.writeUInt8(flags, 0);
  rest.writeUInt32BE(counter, 1);
  return Buffer.concat([sha256(rpId ?? new URL(publicUrl).hostname), rest]);
}

function lengthOf(bytes: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  return length;
}

/** The map of CBOR that COSE prescribes: type EC2, algorithm ES256, curve P-256, x and y. */
function coseKey(key: KeyObject): Buffer {
  const { x, y } = key.export({ format: 'jwk' });
  const point = (part: string | undefined) => Buffer.concat([Buffer.from([0x58, 32]), Buffer.from(part!, 'base64url')]);
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    point(x),
    Buffer.from([0x22]),
    point(y),
  ]);
}

const text = (value: string): Buffer => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
const byteString = (value: Buffer): Buffer => Buffer.concat([Buffer.from([0x59]), lengthOf(value), value]);

/** CBOR: fmt, attStmt and authData. */
export const attestationObject = (format: string, statement: Buffer, data: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from([0xa3]),
    text('fmt'),
    text(format),
    text('attStmt'),
    statement,
    text('authData'),
    byteString(data),
  ]);

const withoutAttestation = (data: Buffer): Buffer => attestationObject('none', Buffer.from([0xa0]), data);
