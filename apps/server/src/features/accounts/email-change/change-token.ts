import { createHmac } from 'node:crypto';
import { readableKeys } from '#platform/secrets.ts';
import { hashToken } from '#platform/sessions.ts';
import type { Accounts } from '../accounts.ts';

export type Side = 'old' | 'new';
type Wish = { id: string; userId: string; oldEmail: string; newEmail: string };

/**
 * Computed from the change, so that a mail job that runs twice sends the same link and no job carries a secret; the table
 * keeps its hash. Bound to the person and both addresses.
 */
export const changeToken = (secret: string, { id, userId, oldEmail, newEmail }: Wish, side: Side): string =>
  // The purpose is signed too: a link of another kind never changes an address.
  createHmac('sha256', secret)
    .update(['change-address', side, id, userId, oldEmail, newEmail].join('\0'))
    .digest('base64url');

/** The link of before a change of SECRET_KEY stays the one that was hashed. */
export const mailedTokenOf = ({ config }: Pick<Accounts, 'config'>, wish: Wish, side: Side, hash: string | null) =>
  readableKeys(config)
    .map((key) => changeToken(key, wish, side))
    .find((token) => hashToken(token) === hash);
