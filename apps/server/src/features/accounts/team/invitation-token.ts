import { createHmac, timingSafeEqual } from 'node:crypto';

export type InvitationRef = { organizationId: string; id: string; version: number };

/**
 * The mailed link names its organization, so the right tenant is opened without a look-up across tenants, and is signed
 * with the row's version. It is computed, not stored: a mail job that runs twice sends the same link.
 */
export function invitationToken(secret: string, { organizationId, id, version }: InvitationRef): string {
  const name = Buffer.concat([bytes(organizationId), bytes(id), Buffer.from([version >> 8, version & 255])]);
  return `${name.toString('base64url')}.${sign(secret, name).toString('base64url')}`;
}

export function readInvitationToken(secret: string, token: string): InvitationRef | null {
  const name = Buffer.from(token.split('.')[0] ?? '', 'base64url');
  if (name.length !== 34) return null;
  const ref = {
    organizationId: uuid(name.subarray(0, 16)),
    id: uuid(name.subarray(16, 32)),
    version: name.readUInt16BE(32),
  };
  // Compared as text: base64 has several spellings of the same bytes, and only ours is a link.
  const expected = Buffer.from(invitationToken(secret, ref));
  const given = Buffer.from(token);
  return given.length === expected.length && timingSafeEqual(given, expected) ? ref : null;
}

/** The purpose is signed too: a link of another kind is never an invitation. */
const sign = (secret: string, name: Buffer): Buffer =>
  createHmac('sha256', secret).update('invitation\0').update(name).digest();

const bytes = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');

const uuid = (raw: Buffer): string =>
  raw.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
