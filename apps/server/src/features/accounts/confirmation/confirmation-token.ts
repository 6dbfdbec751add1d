import { createHmac, timingSafeEqual } from 'node:crypto';

/** Seconds; a link is good for three days. */
const lifetime = 3 * 86_400;

type Addressee = { id: string; email: string };

/**
 * Names the person and when it ends, and signs both with the address: after a change of address an older link confirms
 * nothing. It is computed, not stored: the row it confirms says whether it was used.
 */
export function confirmationToken(secret: string, addressee: Addressee, now: Date): string {
  return signed(secret, addressee, Math.floor(now.getTime() / 1_000) + lifetime);
}

/** Whether the link was made for this person at this address, and is still good. */
export function isConfirmation(secret: string, addressee: Addressee, token: string, now: Date): boolean {
  const name = Buffer.from(token.split('.')[0] ?? '', 'base64url');
  if (name.length !== 20) return false;
  const expires = name.readUInt32BE(16);
  // Compared as text: base64 has several spellings of the same bytes, and only ours is a link.
  const expected = Buffer.from(signed(secret, addressee, expires));
  const given = Buffer.from(token);
  return given.length === expected.length && timingSafeEqual(given, expected) && expires * 1_000 > now.getTime();
}

function signed(secret: string, { id, email }: Addressee, expires: number): string {
  const name = Buffer.alloc(20);
  name.write(id.replaceAll('-', ''), 'hex');
  name.writeUInt32BE(expires, 16);
  // The purpose is signed too: a link of another kind never confirms an address.
  const mac = createHmac('sha256', secret).update('confirm-address\0').update(name).update(email).digest('base64url');
  return `${name.toString('base64url')}.${mac}`;
}
