import { hash } from 'node:crypto';

/** A key of the links in mails, in the clear. Keys are kept for good: a link of last year must still stop somebody's mail. */
export type LinkKey = { id: number; secret: Buffer };

const blockBytes = 64;
const digestBytes = 32;

type Pads = { inner: Buffer; outer: Buffer };
const padsOf = new WeakMap<LinkKey, Pads>();

/**
 * HMAC-SHA256 (RFC 2104) as two calls of the one-shot hash, with the key's blocks made once: 1 µs, where `createHmac`
 * takes 3.5 with a prepared key and 21 with bytes. A mail has about 8 of them. The result is valid until the next call.
 */
export function macOf(key: LinkKey, data: Buffer): Buffer {
  const { inner, outer } = padsOf.get(key) ?? preparePads(key);
  const message = inner.subarray(0, blockBytes + data.length);
  message.set(data, blockBytes);
  outer.write(hash('sha256', message, 'binary'), blockBytes, 'latin1');
  result.write(hash('sha256', outer, 'binary'), 'latin1');
  return result;
}
const result = Buffer.alloc(digestBytes);

/** Longest thing ever signed here: a link that carries the hash of an address. */
const longestData = 72;

function preparePads(key: LinkKey): Pads {
  // A longer secret would have to be hashed first; a shorter one could be guessed.
  if (key.secret.length < 32 || key.secret.length > blockBytes) throw new Error('A link key has 32 to 64 bytes.');
  const inner = Buffer.alloc(blockBytes + longestData, 0);
  const outer = Buffer.alloc(blockBytes + digestBytes, 0);
  for (let at = 0; at < blockBytes; at += 1) {
    inner[at] = (key.secret[at] ?? 0) ^ 0x36;
    outer[at] = (key.secret[at] ?? 0) ^ 0x5c;
  }
  padsOf.set(key, { inner, outer });
  return { inner, outer };
}
