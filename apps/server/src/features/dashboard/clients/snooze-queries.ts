import { type AttentionKind, snoozeDays } from '@waggle/contracts/control-room';
import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';

export type SnoozeRow = { clientId: string; reasons: AttentionKind[]; snoozedAt: Date };

const stillHolds = sql`snoozed_at > now() - make_interval(days => ${snoozeDays}::int)`;

export async function findSnoozes(ctx: Context, userId: string): Promise<SnoozeRow[]> {
  const { rows } = await sql<SnoozeRow>`
    select client_id as "clientId", reasons, snoozed_at as "snoozedAt" from client_snoozes
    where organization_id = ${ctx.organizationId}::uuid and user_id = ${userId}::uuid and ${stillHolds}`.execute(
    ctx.db,
  );
  return rows;
}

type Typed = { userId: string; clientId: string; reasons: readonly AttentionKind[] };

/** What was snoozed before and still is stays so. */
export const upsertSnooze = (ctx: Context, { userId, clientId, reasons }: Typed) =>
  sql`insert into client_snoozes (organization_id, user_id, client_id, reasons)
    values (${ctx.organizationId}::uuid, ${userId}::uuid, ${clientId}::uuid, ${[...new Set(reasons)]}::text[])
    on conflict (organization_id, user_id, client_id) do update set snoozed_at = now(), reasons = array(
      select unnest(excluded.reasons) union
      select unnest(client_snoozes.reasons) where client_snoozes.${stillHolds}
    )`.execute(ctx.db);

export const deleteSnooze = (ctx: Context, { userId, clientId }: Omit<Typed, 'reasons'>) =>
  sql`delete from client_snoozes where organization_id = ${ctx.organizationId}::uuid
    and user_id = ${userId}::uuid and client_id = ${clientId}::uuid`.execute(ctx.db);
