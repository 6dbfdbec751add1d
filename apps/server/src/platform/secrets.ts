import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { metrics } from '@opentelemetry/api';
import { Problem } from './problem.ts';

/** Whatever anything is encrypted for. A test asks whether `waggle rotate-secrets` knows each of them. */
export const secretPurposes = ['dkim', 'connection', 'provider-events', 'shop', 'link', 'journal', 'webhook'] as const;

/** What a secret is for and whose it is. Read for another purpose or owner, it does not open. */
export type SecretPlace = {
  purpose: (typeof secretPurposes)[number];
  owner: string;
};

export type Secrets = {
  encrypt(place: SecretPlace, text: string): Buffer;
  /** Throws an UnreadableSecretError when no key that is set opens it. */
  decrypt(place: SecretPlace, sealed: Buffer): string;
  /** The key it was encrypted under, as eight hexadecimal digits; says nothing about the key itself. */
  keyIdOf(sealed: Buffer): string;
  /** The key everything is encrypted under from now on. */
  presentKeyId: string;
};

/** SECRET_KEY encrypts; every key of both settings decrypts. */
export type SecretKeys = { SECRET_KEY: string; SECRET_KEY_PREVIOUS?: readonly string[] | undefined };

/** Present first. */
export const readableKeys = ({ SECRET_KEY, SECRET_KEY_PREVIOUS = [] }: SecretKeys): readonly string[] => [
  ...new Set([SECRET_KEY, ...SECRET_KEY_PREVIOUS]),
];

/** Whoever uses the secret is told what to enter again; `reason` is for the operator and names the key, never the secret. */
export class UnreadableSecretError extends Problem {
  readonly place: SecretPlace;
  readonly keyId: string;
  readonly reason: string;

  constructor(place: SecretPlace, keyId: string, reason: string) {
    super('secret_unreadable', sentences[place.purpose]);
    this.place = place;
    this.keyId = keyId;
    this.reason = reason;
  }
}

const sentences: Record<SecretPlace['purpose'], string> = {
  dkim: "This domain's signing keys can't be read. Create new keys in Sending domains.",
  connection: "This connection's password can't be read. Enter it again.",
  'provider-events': "The webhook URL can't be read. Save the connection again to get a new one.",
  shop: "This shop's secret can't be read. Delete the shop and connect it again.",
  webhook: "The secret that signs webhooks can't be read. Make a new one and give it to the servers that check it.",
  journal: "This erasure record can't be read. Contact the person who runs this server.",
  link: "The key that signs links can't be read. Contact the person who runs this server.",
};

export function isReadable(secrets: Secrets, place: SecretPlace, sealed: Buffer): boolean {
  try {
    secrets.decrypt(place, sealed);
    return true;
  } catch (error) {
    if (error instanceof UnreadableSecretError) return false;
    throw error;
  }
}

/** One byte of layout, four of key id, twelve of nonce, sixteen of tag, then the text. */
const layout = 1;
const keyIdBytes = 4;
const nonceBytes = 12;
const tagBytes = 16;
const headBytes = 1 + keyIdBytes;

/** Secrets at rest that must be shown to others again: AES-256-GCM under keys derived from SECRET_KEY. */
export function createSecrets(config: SecretKeys): Secrets {
  const known = readableKeys(config).map(masterKey);
  const present = known[0]!;
  const unreadable = metrics
    .getMeter('waggle')
    .createCounter('secrets_unreadable', { description: 'Failed attempts to read a stored secret, by purpose.' });
  // A series that begins with its first event hides that event from increase().
  for (const purpose of Object.keys(sentences)) unreadable.add(0, { purpose });

  return {
    presentKeyId: present.id.toString('hex'),
    keyIdOf,
    encrypt(place, text) {
      const head = Buffer.concat([Buffer.of(layout), present.id]);
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', present.keyFor(place.purpose), nonce);
      cipher.setAAD(boundTo(head, place));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([head, nonce, cipher.getAuthTag(), body]);
    },
    decrypt(place, sealed) {
      try {
        return opened(known, place, sealed);
      } catch (error) {
        unreadable.add(1, { purpose: place.purpose });
        throw error;
      }
    },
  };
}

function opened(known: readonly MasterKey[], place: SecretPlace, sealed: Buffer): string {
  const head = sealed.subarray(0, headBytes);
  const master = known.find(({ id }) => id.equals(head.subarray(1)));
  if (head[0] !== layout || sealed.length < headBytes + nonceBytes + tagBytes || !master)
    throw new UnreadableSecretError(
      place,
      keyIdOf(sealed),
      `it was encrypted under the key ${keyIdOf(sealed)}, which is neither SECRET_KEY nor in SECRET_KEY_PREVIOUS`,
    );
  const nonce = sealed.subarray(headBytes, headBytes + nonceBytes);
  const tag = sealed.subarray(headBytes + nonceBytes, headBytes + nonceBytes + tagBytes);
  const decipher = createDecipheriv('aes-256-gcm', master.keyFor(place.purpose), nonce, { authTagLength: tagBytes });
  decipher.setAAD(boundTo(head, place));
  decipher.setAuthTag(tag);
  const body = sealed.subarray(headBytes + nonceBytes + tagBytes);
  try {
    return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
  } catch {
    throw new UnreadableSecretError(
      place,
      keyIdOf(sealed),
      'it was changed, or belongs elsewhere (unable to authenticate)',
    );
  }
}

/** What names a key wherever it is said which one is meant. */
export const keyIdOfSecretKey = (secretKey: string): string => masterKey(secretKey).id.toString('hex');

const keyIdOf = (sealed: Buffer): string => sealed.subarray(1, headBytes).toString('hex');

const boundTo = (head: Buffer, { purpose, owner }: SecretPlace): Buffer =>
  Buffer.concat([head, Buffer.from(`${purpose}:${owner}`)]);

type MasterKey = { id: Buffer; keyFor(purpose: SecretPlace['purpose']): Buffer };

function masterKey(secret: string): MasterKey {
  const derive = (info: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, 'waggle.secrets', info, bytes));
  const keys = new Map<string, Buffer>();
  return {
    id: derive('key id', keyIdBytes),
    keyFor(purpose) {
      const kept = keys.get(purpose) ?? derive(`encrypt ${purpose}`, 32);
      keys.set(purpose, kept);
      return kept;
    },
  };
}
