import { timingSafeEqual } from 'node:crypto';
import { type LinkKey, macOf } from './mac.ts';
import { readToken, signToken, uuidBytes, uuidText } from './token.ts';

export type OptOutPurpose = 'unsubscribe' | 'preferences';

/** What ends somebody's mail when the ledger has forgotten it: whose address it was, and at which client. */
export type HashedAddress = {
  /** hash_address() of the address; its key never leaves the database. */
  addressHash: Buffer;
  /** The last four bytes of the client's id; zeros stand for the organization itself. */
  clientMark: Buffer;
};

/** What a link that leads to an end of mail says. `campaignId` and `hashed` exclude each other. */
export type OptOutClaims = {
  purpose: OptOutPurpose;
  cell: number;
  organizationId: string;
  sendId: string;
  campaignId: string | null;
  hashed: HashedAddress | null;
};

// 84 bytes, so that base64 has no spare bits: version, cell, key, purpose, organization 16 | send 16, address hash 32, client 4,
// first 12 bytes of the HMAC over the rest. The ledger leads from the send to its campaign. As long as this, the
// List-Unsubscribe header stays on one line for a public address of up to 63 characters.
const version = 2;
const headBytes = 18;
const signedBytes = 72;
const macBytes = 12;
const pattern = /^[A-Za-z0-9_-]{112}$/;
/** Characters of the part that differs from mail to mail. */
export const optOutTailLength = ((signedBytes + macBytes - headBytes) * 4) / 3;
/** As in the tokens of all purposes. */
const purposeMark: Record<OptOutPurpose, number> = { unsubscribe: 3, preferences: 4 };

export function optOutWriter(key: LinkKey, { cell, organizationId }: Pick<OptOutClaims, 'cell' | 'organizationId'>) {
  const bytesFor = (purpose: OptOutPurpose) => {
    const token = Buffer.alloc(signedBytes + macBytes);
    token.set([version, cell, key.id, purposeMark[purpose]]);
    token.set(uuidBytes(organizationId), 4);
    return token;
  };
  const bytes = { unsubscribe: bytesFor('unsubscribe'), preferences: bytesFor('preferences') };
  return {
    /** The part all tokens of one purpose begin with. */
    head: (purpose: OptOutPurpose): string => bytes[purpose].toString('base64url', 0, headBytes),
    tail(purpose: OptOutPurpose, send: Buffer, { addressHash, clientMark }: HashedAddress): string {
      const token = bytes[purpose];
      token.set(send, 20);
      token.set(addressHash, 36);
      token.set(clientMark, 68);
      macOf(key, token.subarray(0, signedBytes)).copy(token, signedBytes, 0, macBytes);
      return token.toString('base64url', headBytes);
    },
  };
}

export function signOptOut(key: LinkKey, claims: OptOutClaims): string {
  const { purpose, sendId, campaignId, hashed } = claims;
  if (hashed === null) return signToken(key, { ...claims, campaignId: campaignId ?? sendId, linkNo: 0 });
  const writer = optOutWriter(key, claims);
  return writer.head(purpose) + writer.tail(purpose, uuidBytes(sendId), hashed);
}

/** What a genuine token says, whether it carries a hash or is one of those from before; null for anything else. */
export function readOptOut(keys: readonly LinkKey[], text: string, purpose: OptOutPurpose): OptOutClaims | null {
  if (!pattern.test(text)) return withoutHash(keys, text, purpose);
  const token = Buffer.from(text, 'base64url');
  const key = keys.find(({ id }) => id === token[2]);
  if (!key || token[0] !== version) return null;
  if (!timingSafeEqual(macOf(key, token.subarray(0, signedBytes)).subarray(0, macBytes), token.subarray(signedBytes)))
    return null;
  if (token[3] !== purposeMark[purpose]) return null;

  return {
    purpose,
    cell: token.readUInt8(1),
    organizationId: uuidText(token.subarray(4, 20)),
    sendId: uuidText(token.subarray(20, 36)),
    campaignId: null,
    hashed: { addressHash: token.subarray(36, 68), clientMark: token.subarray(68, signedBytes) },
  };
}

function withoutHash(keys: readonly LinkKey[], text: string, purpose: OptOutPurpose): OptOutClaims | null {
  const claims = readToken(keys, text, purpose);
  if (!claims) return null;
  const { cell, organizationId, sendId, campaignId } = claims;
  return { purpose, cell, organizationId, sendId, campaignId, hashed: null };
}

const nobody = Buffer.alloc(4);
export const clientMarkOf = (clientId: string | null): Buffer =>
  clientId === null ? nobody : uuidBytes(clientId).subarray(12);

const dayMs = 86_400_000;

/**
 * Whether a mail is so old that no ledger has it: months are dropped after 13, so after 430 days at the latest. The id of a
 * send is of version 7 and begins with the milliseconds at which it was made; another id tells nothing.
 */
export function isForgotten({ sendId }: Pick<OptOutClaims, 'sendId'>, now: number): boolean {
  return sendId[14] === '7' && now - Number.parseInt(sendId.slice(0, 8) + sendId.slice(9, 13), 16) > 430 * dayMs;
}
