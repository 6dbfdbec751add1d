import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Config } from './config.ts';

/** What a secret is for and whose it is. Read for another purpose or owner, it does not open. */
export type SecretPlace = { purpose: 'dkim' | 'connection' | 'provider-events' | 'link'; owner: string };

export type Secrets = {
  encrypt(place: SecretPlace, text: string): Buffer;
  decrypt(place: SecretPlace, sealed: Buffer): string;
};

/** One byte of layout, four of key id, twelve of nonce, sixteen of tag, then the text. */
const layout = 1;
const keyIdBytes = 4;
const nonceBytes = 12;
const tagBytes = 16;
const headBytes = 1 + keyIdBytes;

/** Secrets at rest that must be shown to others again: AES-256-GCM under keys derived from SECRET_KEY. */
export function createSecrets(config: Pick<Config, 'SECRET_KEY' | 'SECRET_KEY_PREVIOUS'>): Secrets {
  const present = masterKey(config.SECRET_KEY);
  const known = [present, ...(config.SECRET_KEY_PREVIOUS ? [masterKey(config.SECRET_KEY_PREVIOUS)] : [])];

  return {
    encrypt(place, text) {
      const head = Buffer.concat([Buffer.of(layout), present.id]);
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', present.keyFor(place.purpose), nonce);
      cipher.setAAD(boundTo(head, place));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([head, nonce, cipher.getAuthTag(), body]);
    },
    decrypt(place, sealed) {
      const head = sealed.subarray(0, headBytes);
      const master = known.find(({ id }) => id.equals(head.subarray(1)));
      if (head[0] !== layout || sealed.length < headBytes + nonceBytes + tagBytes || !master)
        throw new Error('A secret was encrypted under a SECRET_KEY that is neither the present nor the previous one.');
      const nonce = sealed.subarray(headBytes, headBytes + nonceBytes);
      const tag = sealed.subarray(headBytes + nonceBytes, headBytes + nonceBytes + tagBytes);
      const decipher = createDecipheriv('aes-256-gcm', master.keyFor(place.purpose), nonce, {
        authTagLength: tagBytes,
      });
      decipher.setAAD(boundTo(head, place));
      decipher.setAuthTag(tag);
      const body = sealed.subarray(headBytes + nonceBytes + tagBytes);
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
    },
  };
}

const boundTo = (head: Buffer, { purpose, owner }: SecretPlace): Buffer =>
  Buffer.concat([head, Buffer.from(`${purpose}:${owner}`)]);

function masterKey(secret: string) {
  const derive = (info: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, 'waggle.secrets', info, bytes));
  const keys = new Map<string, Buffer>();
  return {
    id: derive('key id', keyIdBytes),
    keyFor(purpose: SecretPlace['purpose']): Buffer {
      const kept = keys.get(purpose) ?? derive(`encrypt ${purpose}`, 32);
      keys.set(purpose, kept);
      return kept;
    },
  };
}
