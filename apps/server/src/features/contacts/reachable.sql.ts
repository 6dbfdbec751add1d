import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import { prepared } from '#platform/database/scoped-query.ts';
import { unmailableReason } from './mailable.sql.ts';

export type PresentContact = {
  id: string;
  clientId: string | null;
  /** Null is that of the organization. */
  timeZone: string | null;
};

export type ReachableContact = PresentContact & {
  hasAddress: boolean;
  /** Why nothing may be mailed to them, other than a break; null for who may be. */
  unmailable: string | null;
  /** The last break from emails that they asked for, and when; it may be over. */
  pausedUntil: Date | null;
  pauseAskedAt: Date | null;
  attributes: Record<string, unknown>;
};

/** Those of some contacts who are there, with what decides whether they are mailed. */
export async function findReachable(ctx: Context, contactIds: readonly string[]): Promise<ReachableContact[]> {
  const { rows } = await sql<ReachableContact>`
    select contacts.id, contacts.client_id as "clientId", contacts.email <> '' as "hasAddress",
      nullif(${unmailableReason}, 'paused') as unmailable, contacts.mail_paused_until as "pausedUntil",
      contacts.mail_pause_asked_at as "pauseAskedAt", contacts.time_zone as "timeZone", contacts.attributes
    from contacts where organization_id = ${ctx.organizationId}::uuid and id = any(${contactIds}::uuid[]) ${prepared}`.execute(
    ctx.db,
  );
  return rows;
}

/** Those of some contacts who are there. */
export async function findPresent(ctx: Context, contactIds: readonly string[]): Promise<PresentContact[]> {
  const { rows } = await sql<PresentContact>`
    select id, client_id as "clientId", time_zone as "timeZone" from contacts
    where organization_id = ${ctx.organizationId}::uuid and id = any(${contactIds}::uuid[]) ${prepared}`.execute(
    ctx.db,
  );
  return rows;
}

/** Those of them who are of this very client; null is the organization's own. */
export async function findOfClient(
  ctx: Context,
  contactIds: readonly string[],
  clientId: string | null,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from contacts where organization_id = ${ctx.organizationId}::uuid and id = any(${contactIds}::uuid[])
      and client_id is not distinct from ${clientId}::uuid order by id`.execute(ctx.db);
  return rows.map(({ id }) => id);
}
