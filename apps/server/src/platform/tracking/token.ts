import { timingSafeEqual } from 'node:crypto';
import { type LinkKey, macOf } from './mac.ts';

export const purposes = [
  'open',
  'click',
  'unsubscribe',
  'preferences',
  'view',
  'archive',
  'confirm',
  'report-stop',
] as const;
export type Purpose = (typeof purposes)[number];

/** Where each kind of token is brought back to. */
export const pathOf: Record<Purpose, string> = {
  open: '/t/o/',
  click: '/t/c/',
  unsubscribe: '/t/u/',
  preferences: '/t/p/',
  view: '/t/v/',
  archive: '/t/a/',
  confirm: '/t/f/',
  'report-stop': '/t/s/',
};

/** The number of the link in a token to view a test email, of which nothing is kept. */
export const testViewNo = 1;

/** What a token says. Nothing in it names a person: the send id means something only inside the organization. */
export type Claims = {
  purpose: Purpose;
  cell: number;
  organizationId: string;
  campaignId: string;
  sendId: string;
  /** 0 unless the purpose is `click`, and for `testViewNo`. */
  linkNo: number;
};

// 66 bytes, so that base64 has no spare bits somebody could change without changing the token:
// version, cell, key, purpose, organization 16, campaign 16 | send 16, link 2, first 12 bytes of the HMAC over the rest.
const version = 1;
const headBytes = 36;
const signedBytes = 54;
const macBytes = 12;
const tokenPattern = /^[A-Za-z0-9_-]{88}$/;
/** Those that carry the hash of an address are longer; all begin alike. */
const anyTokenPattern = /^[A-Za-z0-9_-]{88}(?:[A-Za-z0-9_-]{24})?$/;

/** Characters of the part that differs from mail to mail. */
export const tailLength = ((signedBytes + macBytes - headBytes) * 4) / 3;

export type TokenWriter = {
  /** The part all tokens of one purpose in a campaign begin with. */
  head(purpose: Purpose): string;
  /** The other part; `send` is the id as 16 bytes. */
  tail(purpose: Purpose, send: Buffer, linkNo: number): string;
};

/** Tokens of one campaign: what they share is written once, and each costs one HMAC over 54 bytes. */
export function tokenWriter(key: LinkKey, shared: Pick<Claims, 'cell' | 'organizationId' | 'campaignId'>): TokenWriter {
  const bytes = purposes.map((_, at) => {
    const token = Buffer.alloc(signedBytes + macBytes);
    token.set([version, shared.cell, key.id, at + 1]);
    token.set(uuidBytes(shared.organizationId), 4);
    token.set(uuidBytes(shared.campaignId), 20);
    return token;
  });
  const of = (purpose: Purpose) => bytes[purposes.indexOf(purpose)] as Buffer;
  return {
    head: (purpose) => of(purpose).toString('base64url', 0, headBytes),
    tail(purpose, send, linkNo) {
      const token = of(purpose);
      send.copy(token, headBytes);
      token.writeUInt16BE(linkNo, signedBytes - 2);
      macOf(key, token.subarray(0, signedBytes)).copy(token, signedBytes, 0, macBytes);
      return token.toString('base64url', headBytes);
    },
  };
}

export function signToken(key: LinkKey, claims: Claims): string {
  const writer = tokenWriter(key, claims);
  return writer.head(claims.purpose) + writer.tail(claims.purpose, uuidBytes(claims.sendId), claims.linkNo);
}

/** What a genuine token says; null for anything else, and for a token made for another purpose. It does not expire. */
export function readToken(keys: readonly LinkKey[], text: string, purpose: Purpose): Claims | null {
  if (!tokenPattern.test(text)) return null;
  const token = Buffer.from(text, 'base64url');
  const key = keys.find(({ id }) => id === token[2]);
  if (!key || token[0] !== version) return null;
  if (!timingSafeEqual(macOf(key, token.subarray(0, signedBytes)).subarray(0, macBytes), token.subarray(signedBytes)))
    return null;
  if (purposes[(token[3] ?? 0) - 1] !== purpose) return null;

  return {
    purpose,
    cell: token.readUInt8(1),
    organizationId: uuidText(token.subarray(4, 20)),
    campaignId: uuidText(token.subarray(20, 36)),
    sendId: uuidText(token.subarray(36, 52)),
    linkNo: token.readUInt16BE(52),
  };
}

/** The number of the key a token says it was signed with; undefined for what has not the form of a token. */
export const keyIdIn = (text: string): number | undefined =>
  anyTokenPattern.test(text) ? Buffer.from(text.slice(0, 4), 'base64url')[2] : undefined;

export const uuidBytes = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');

/** By slices: the edge does it three times for each hit, and a pattern costs four times as much. */
export function uuidText(bytes: Buffer): string {
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
