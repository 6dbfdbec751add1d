import { sql } from 'kysely';
import { oneIn, type Span } from '#features/contacts/index.ts';
import type { Context } from '#platform/context.ts';

type WithDate = { clientId: string | null; field: string; endings: readonly string[]; yearly: boolean };

const withDate = (ctx: Context, { clientId, field, endings, yearly }: WithDate) => {
  const value = sql`left(attributes ->> ${field}::text, 10)`;
  return sql`organization_id = ${ctx.organizationId}::uuid and client_id is not distinct from ${clientId}::uuid
    and ${yearly ? sql`right(${value}, 6)` : value} = any(${endings}::text[])`;
};

export async function countWithDate(ctx: Context, who: WithDate): Promise<number> {
  const { rows } = await sql<{ people: number }>`
    select count(*)::float8 as people from contacts where ${withDate(ctx, who)}`.execute(ctx.db);
  return rows[0]!.people;
}

export async function findWithDate(ctx: Context, who: WithDate, share: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from contacts where ${withDate(ctx, who)} and ${oneIn(sql`id`, share)}`.execute(ctx.db);
  return rows.map(({ id }) => id);
}

type Completed = { automationIds: readonly string[]; span: Span };

const completed = (ctx: Context, { automationIds, span }: Completed) => sql`
  organization_id = ${ctx.organizationId}::uuid and automation_id = any(${automationIds}::uuid[]) and reason = 'completed'
  and ended_at >= ${span.from}::timestamptz and ended_at <= ${span.to}::timestamptz`;

type OfClient = Completed & { clientId: string | null };
const ofClient = ({ clientId }: OfClient) => sql`client_id is not distinct from ${clientId}::uuid`;

export async function countCompleted(ctx: Context, who: OfClient): Promise<number> {
  const { rows } = await sql<{ people: number }>`
    select count(distinct contact_id)::float8 as people from automation_past where ${completed(ctx, who)} and ${ofClient(who)}`.execute(
    ctx.db,
  );
  return rows[0]!.people;
}

export async function findCompleted(ctx: Context, who: OfClient, share: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct contact_id as id from automation_past
    where ${completed(ctx, who)} and ${ofClient(who)} and ${oneIn(sql`contact_id`, share)}`.execute(ctx.db);
  return rows.map(({ id }) => id);
}

export async function findCompletions(
  ctx: Context,
  contactIds: readonly string[],
  who: Completed,
): Promise<{ contactId: string; at: Date }[]> {
  const { rows } = await sql<{ contactId: string; at: Date }>`
    select contact_id as "contactId", ended_at as at from automation_past
    where ${completed(ctx, who)} and contact_id = any(${contactIds}::uuid[])`.execute(ctx.db);
  return rows;
}
