import { timingSafeEqual } from 'node:crypto';
import { type LinkKey, macOf } from './mac.ts';
import { uuidBytes, uuidText } from './token.ts';

// 40 bytes are exactly the 64 characters a local part may have: organization 16, send 16, first 8 bytes of the HMAC. There
// is no room for the number of the key, so all are tried.
const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';
const idBytes = 32;
const macBytes = 8;
const pattern = /^[a-z2-7]{64}$/i;
/** No token begins with it, so neither can pass for the other. */
const mark = Buffer.from([0]);

/** The local part bounces of one mail come back to. Servers on the way may change its capitals. */
export function signReturnPath(
  key: LinkKey,
  { organizationId, sendId }: { organizationId: string; sendId: string },
): string {
  const ids = Buffer.concat([uuidBytes(organizationId), uuidBytes(sendId)]);
  return base32(Buffer.concat([ids, macOfIds(key, ids)]));
}

export function readReturnPath(
  keys: readonly LinkKey[],
  localPart: string,
): { organizationId: string; sendId: string } | null {
  if (!pattern.test(localPart)) return null;
  const bytes = fromBase32(localPart.toLowerCase());
  const ids = bytes.subarray(0, idBytes);
  if (!keys.some((key) => timingSafeEqual(macOfIds(key, ids), bytes.subarray(idBytes)))) return null;

  return { organizationId: uuidText(ids.subarray(0, 16)), sendId: uuidText(ids.subarray(16)) };
}

const macOfIds = (key: LinkKey, ids: Buffer) => macOf(key, Buffer.concat([mark, ids])).subarray(0, macBytes);

/** Of whole groups of 5 bytes, so nothing is padded and no bit is spare. */
function base32(bytes: Buffer): string {
  let text = '';
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xfff;
    bits += 8;
    for (; bits >= 5; bits -= 5) text += alphabet[(value >> (bits - 5)) & 31];
  }
  return text;
}

function fromBase32(text: string): Buffer {
  const bytes = Buffer.alloc((text.length * 5) / 8);
  let bits = 0;
  let value = 0;
  let at = 0;
  for (const character of text) {
    value = ((value << 5) | alphabet.indexOf(character)) & 0xfff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes[at] = (value >> bits) & 255;
    at += 1;
  }
  return bytes;
}
