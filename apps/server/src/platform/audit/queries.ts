import { type ExpressionBuilder, sql } from 'kysely';
import type { Context } from '../context.ts';
import { prepared } from '../database/scoped-query.ts';
import type { DB } from '../schema.ts';

export type AuditRow = {
  /** Name of the declared call, or of what the server does by itself. */
  action: string;
  actorKind: 'user' | 'visitor' | 'operator' | 'system';
  /** Whose name and address are kept with the row, as they are now. */
  actorId: string | null;
  entityType: string;
  entityId: string | null;
  entityLabel: string | null;
  clientId: string | null;
  outcome: 'succeeded' | 'refused' | 'failed';
  /** Code of the problem that refused it. */
  reason: string | null;
  affected: number | null;
  changes: readonly Change[];
  ipAddress: string | null;
  userAgent: string | null;
};

/** Values only where they are harmless to keep; otherwise the name of the field alone. */
export type Change = { field: string; from?: unknown; to?: unknown };

export type TenantContext = Pick<Context, 'db' | 'organizationId'>;

/** PostgreSQL takes no NUL, and half of a pair of surrogates is no text. */
const cut = (text: string | null, most: number): string | null =>
  text === null ? null : text.replaceAll('\0', '').slice(0, most).toWellFormed();

export async function insertAuditRow({ db, organizationId }: TenantContext, row: AuditRow): Promise<void> {
  const actor = (column: 'name' | 'email') => (where: ExpressionBuilder<DB, 'audit_log'>) =>
    where
      .selectFrom('directory.users')
      .select(column)
      .where('organization_id', '=', organizationId)
      .where('id', '=', row.actorId);
  await db
    .insertInto('audit_log')
    .values({
      organization_id: organizationId,
      action: row.action,
      actor_kind: row.actorKind,
      actor_id: row.actorId,
      actor_name: actor('name'),
      actor_email: actor('email'),
      entity_type: row.entityType,
      entity_id: row.entityId,
      entity_label: cut(row.entityLabel, 300),
      client_id: row.clientId,
      outcome: row.outcome,
      reason: row.reason,
      affected: row.affected,
      changes: sql`${JSON.stringify(row.changes)}::jsonb`,
      ip_address: cut(row.ipAddress, 45),
      user_agent: cut(row.userAgent, 200),
    })
    // Planned once for each connection: over all months it takes longer to plan than to run.
    .modifyEnd(prepared)
    .execute();
}

/** Who last did one of these to a thing, and when. */
export const findLastActor = ({ db, organizationId }: TenantContext, entityId: string, actions: readonly string[]) =>
  db
    .selectFrom('audit_log')
    .select(['actor_id', 'happened_at'])
    .where('organization_id', '=', organizationId)
    .where('entity_id', '=', entityId)
    .where('action', 'in', actions)
    .where('outcome', '=', 'succeeded')
    .orderBy('happened_at', 'desc')
    .limit(1)
    .executeTakeFirst();
