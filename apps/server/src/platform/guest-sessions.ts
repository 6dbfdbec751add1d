import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from './database/database.ts';
import { prepared } from './database/scoped-query.ts';
import type { Session } from './session.ts';

/** In every call of a page for guests. Without it the cookie of a guest is not looked at, and with it that of a member is not. */
export const guestHeader = 'waggle-guest';

/** Hours after the last call, and at most once in 10 minutes counted anew. */
export const guestIdleHours = 12;

/** Marked, so that the token of a guest is never looked up among those of members. */
const mark = 'g';
export const newGuestToken = (): string => `${mark}${randomBytes(33).toString('hex')}`;
export const isGuestToken = (token: string): boolean => token.startsWith(mark);

/** Nobody any more once the link ended, its client was deactivated or the organization is being deleted. */
export async function loadGuest(database: Database, hash: string): Promise<Session | null> {
  const found = await findSession(database, hash);
  if (!found) return null;
  const { organization_id: organizationId, client_id: clientId } = found;
  const db = database.tenant({ organizationId, clientLimit: clientId });
  const link = await db
    .selectFrom('guest_links as g')
    .innerJoin('clients as c', (join) =>
      join.onRef('c.organization_id', '=', 'g.organization_id').onRef('c.id', '=', 'g.client_id'),
    )
    .innerJoin('organizations as o', 'o.id', 'g.organization_id')
    .select('g.expires_at')
    .where('g.organization_id', '=', organizationId)
    .where('g.id', '=', found.link_id)
    .where('g.ended_at', 'is', null)
    .where('g.expires_at', '>', sql<Date>`now()`)
    .where('c.is_active', '=', true)
    .where('o.deleting_since', 'is', null)
    .modifyEnd(prepared)
    .executeTakeFirst();
  if (!link) return null;

  if (Date.now() - found.last_seen_at.getTime() > 600_000) await markSeen(database, found, link.expires_at);
  return {
    id: found.id,
    tokenHash: hash,
    userId: found.link_id,
    organizationId,
    role: 'GUEST',
    activeClientId: clientId,
    clientLimit: clientId,
    mustChooseClient: false,
    // A link of an archived client answers as ended.
    isClientArchived: false,
    expiresAt: link.expires_at < found.expires_at ? link.expires_at : found.expires_at,
    hasHostCookie: true,
  };
}

const findSession = ({ directory }: Database, hash: string) =>
  directory
    .selectFrom('guest_sessions')
    .select(['id', 'organization_id', 'client_id', 'link_id', 'expires_at', 'last_seen_at'])
    .where('token', '=', hash)
    .where('expires_at', '>', sql<Date>`now()`)
    .modifyEnd(prepared)
    .executeTakeFirst();

const markSeen = (
  database: Database,
  { id, organization_id: organizationId, client_id: clientId }: NonNullable<Awaited<ReturnType<typeof findSession>>>,
  end: Date,
) =>
  database
    .tenant({ organizationId, clientLimit: clientId })
    .updateTable('guest_sessions')
    .set({
      last_seen_at: sql<Date>`now()`,
      expires_at: sql<Date>`least(now() + make_interval(hours => ${guestIdleHours}), ${end}::timestamptz)`,
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute();
