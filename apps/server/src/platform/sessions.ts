import { createHash } from 'node:crypto';
import type { Role } from '@waggle/contracts/roles';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from './database/database.ts';
import { prepared } from './database/scoped-query.ts';
import { isGuestToken, loadGuest } from './guest-sessions.ts';
import type { Session } from './session.ts';

export type Sessions = {
  /** Without asking the database; undefined when it must be asked. */
  cached(token: string): Session | null | undefined;
  find(token: string): Promise<Session | null>;
  /** `<hashed token>:<user>` as announced by the database; an empty token means all of that person. */
  forget: (notice: string) => void;
  /** Of everybody in it, after a call that may have changed what they may do. */
  forgetOrganization: (organizationId: string) => void;
  forgetAll: () => void;
};

/** How long a missed announcement can matter: a revoked session lives at most this long in a process cut off from news. */
const cacheMs = 5_000;
/** Bounded, because a stranger can invent tokens; real sessions refill it in one read each. */
const cacheSize = 10_000;
/** Without "remember me" a session ends after 12 idle hours; it is prolonged at most once in 10 minutes. */
const idleHours = 12;

/** Days after which the person signs in again, however often the session was used or renewed. */
const mostDays = { remembered: 30, other: 7 };

export const endOfSession = (startedAt: Date, remembered: boolean): Date =>
  new Date(startedAt.getTime() + (remembered ? mostDays.remembered : mostDays.other) * 86_400_000);

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

type LookUp = { hash: string; stale: ((session: Session | null) => boolean)[] };

export function createSessions(database: Database): Sessions {
  const byToken = new Map<string, { hash: string; session: Session | null; until: number }>();
  const tokenOf = new Map<string, string>();
  /** Look-ups under way: one that is meant by what is forgotten meanwhile may have read what is no longer so, and is not kept. */
  const underWay = new Set<LookUp>();

  const forgetHash = (hash: string) => {
    byToken.delete(tokenOf.get(hash) ?? '');
    tokenOf.delete(hash);
  };
  const forgetWhere = (isMeant: (session: Session | null) => boolean) => {
    for (const { hash, session } of byToken.values()) if (isMeant(session)) forgetHash(hash);
    for (const { stale } of underWay) stale.push(isMeant);
  };
  const forgetAll = () => {
    byToken.clear();
    tokenOf.clear();
    for (const { stale } of underWay) stale.push(() => true);
  };

  return {
    cached(token) {
      const known = byToken.get(token);
      return known && known.until > performance.now() ? alive(known.session, Date.now()) : undefined;
    },
    async find(token) {
      const hash = hashToken(token);
      const lookUp: LookUp = { hash, stale: [] };
      underWay.add(lookUp);
      const session = await (isGuestToken(token) ? loadGuest : load)(database, hash).finally(() =>
        underWay.delete(lookUp),
      );
      if (byToken.size >= cacheSize) forgetAll();
      if (!lookUp.stale.some((isMeant) => isMeant(session))) {
        byToken.set(token, { hash, session, until: performance.now() + cacheMs });
        tokenOf.set(hash, token);
      }
      return alive(session, Date.now());
    },
    forget(notice) {
      const [hash = '', userId] = notice.split(':');
      if (!hash) return forgetWhere((session) => session?.userId === userId);
      forgetHash(hash);
      for (const lookUp of underWay) if (lookUp.hash === hash) lookUp.stale.push(() => true);
    },
    forgetOrganization: (organizationId) => forgetWhere((session) => session?.organizationId === organizationId),
    forgetAll,
  };
}

const alive = (session: Session | null, now: number): Session | null =>
  session && session.expiresAt.getTime() > now ? session : null;

/** The row under this hash with the end of its age; nothing once that has come. */
async function findRow({ directory }: Database, hash: string) {
  const found = await directory
    .selectFrom('directory.sessions as s')
    .innerJoin('directory.users as u', 'u.id', 's.user_id')
    .select([
      's.id',
      's.user_id',
      's.active_client_id',
      's.must_choose_client',
      's.expires_at',
      's.remembered',
      's.last_seen_at',
      's.started_at',
      's.created_at',
      'u.organization_id',
    ])
    .where('s.token', '=', hash)
    .where('s.expires_at', '>', sql<Date>`now()`)
    .modifyEnd(prepared)
    .executeTakeFirst();
  const end = found && endOfSession(found.started_at ?? found.created_at, found.remembered);
  return end && end.getTime() > Date.now() ? { ...found, end } : undefined;
}

async function load(database: Database, hash: string): Promise<Session | null> {
  const found = await findRow(database, hash);
  if (!found) return null;

  const member = await database
    .tenant({ organizationId: found.organization_id })
    .selectFrom('members as m')
    .select(['m.role', 'm.client_id', openClient(sql`${found.active_client_id}::uuid`).as('active_client_id')])
    .select(isArchived(sql`${found.active_client_id}::uuid`).as('is_archived'))
    .where('m.organization_id', '=', found.organization_id)
    .where('m.user_id', '=', found.user_id)
    .modifyEnd(prepared)
    .executeTakeFirst();
  if (!member) return null;
  const isLimited = member.client_id !== null;
  const isClientGone = member.active_client_id === null && found.active_client_id !== null;
  // Whoever is limited to clients has no access without them, and never more than one at a time.
  if (isLimited && member.active_client_id === null) return null;

  if (Date.now() - found.last_seen_at.getTime() > 600_000) await markSeen(database, found);
  return {
    id: found.id,
    tokenHash: hash,
    userId: found.user_id,
    organizationId: found.organization_id,
    role: member.role as Role,
    activeClientId: member.active_client_id,
    clientLimit: isLimited ? member.active_client_id : null,
    isClientArchived: member.active_client_id !== null && member.is_archived,
    mustChooseClient: isClientGone || found.must_choose_client,
    expiresAt: found.end < found.expires_at ? found.end : found.expires_at,
    hasHostCookie: found.started_at !== null,
  };
}

/**
 * The client of `members as m` that is shown: the chosen one while it is active. Whoever is limited has one of theirs, whatever
 * the session says.
 */
export const shownClient = (chosen: RawBuilder<unknown>) => firstClient(chosen, sql`c.is_active`);

/** The same in a session: an ADMIN may have opened an archived one. */
const openClient = (chosen: RawBuilder<unknown>) =>
  firstClient(chosen, sql`(c.is_active or (m.role = 'ADMIN' and m.client_id is null))`);

const isArchived = (chosen: RawBuilder<unknown>) => sql<boolean>`exists (
  select from clients c where c.organization_id = m.organization_id and c.id = ${chosen} and not c.is_active)`;

const firstClient = (chosen: RawBuilder<unknown>, isOpen: RawBuilder<unknown>) => sql<string | null>`(
  select c.id from clients c
  where c.organization_id = m.organization_id and ${isOpen}
    and case when m.client_id is null then c.id = ${chosen} else c.id = any(m.client_ids) end
  order by c.id = ${chosen} desc nulls last, c.id = m.client_id desc, c.name, c.id limit 1)`;

async function markSeen(
  database: Database,
  found: { id: string; user_id: string; remembered: boolean; end: Date },
): Promise<void> {
  const prolonged = found.remembered
    ? {}
    : { expires_at: sql<Date>`least(now() + make_interval(hours => ${idleHours}), ${found.end}::timestamptz)` };
  await database.directory
    .updateTable('directory.sessions')
    .set({ last_seen_at: sql<Date>`now()`, ...prolonged })
    .where('id', '=', found.id)
    .execute();
  await database.directory
    .updateTable('directory.users')
    .set({ last_seen_at: sql<Date>`now()` })
    .where('id', '=', found.user_id)
    .execute();
}
