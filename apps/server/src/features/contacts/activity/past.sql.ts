import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import type { Cause } from './cause.ts';
import type { LineKind } from './first-activity.sql.ts';

/** A stretch of time. */
export type Span = { from: Date; to: Date };

/** One in so many contacts, always the same ones. */
export const oneIn = (contactId: RawBuilder<unknown>, share: number): RawBuilder<boolean> =>
  share === 1
    ? sql<boolean>`true`
    : sql<boolean>`(hashtextextended(${contactId}::text, 0) & 9223372036854775807) % ${share}::bigint = 0`;

const ofKinds = (ctx: Context, kinds: readonly LineKind[], { from, to }: Span, clientId: string | null) => sql`
  organization_id = ${ctx.organizationId}::uuid and happened_at >= ${from}::timestamptz and happened_at <= ${to}::timestamptz
  and client_id is not distinct from ${clientId}::uuid and type = any(${[...new Set(kinds.map(({ type }) => type))]}::text[])
  and (${sql.join(
    kinds.map(
      ({ type, refIds }) =>
        sql`(type = ${type} and ${refIds === null ? sql`true` : sql`ref_id = any(${refIds}::uuid[])`})`,
    ),
    sql` or `,
  )})`;

type Who = { kinds: readonly LineKind[]; span: Span; clientId: string | null };

export async function countWithLines(ctx: Context, { kinds, span, clientId }: Who): Promise<number> {
  const { rows } = await sql<{ people: number }>`
    select count(distinct contact_id)::float8 as people from contact_activity where ${ofKinds(ctx, kinds, span, clientId)}`.execute(
    ctx.db,
  );
  return rows[0]!.people;
}

/** Contacts with one of these lines in a span, or one in so many of them. */
export async function findWithLines(ctx: Context, { kinds, span, clientId }: Who, share: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct contact_id as id from contact_activity
    where ${ofKinds(ctx, kinds, span, clientId)} and ${oneIn(sql`contact_id`, share)}`.execute(ctx.db);
  return rows.map(({ id }) => id);
}

export type PastActivity = {
  contactId: string;
  clientId: string | null;
  type: string;
  refId: string | null;
  at: Date;
  cause: Cause | null;
};

type Which = { types: readonly string[]; span: Span };

/** A type that ends with a star stands for all that begin so. */
function ofTypes(ctx: Context, contactIds: readonly string[], { types, span: { from, to } }: Which) {
  const plain = types.filter((type) => !type.endsWith('*'));
  const begun = types.filter((type) => type.endsWith('*')).map((type) => `${type.slice(0, -1)}%`);
  return sql`organization_id = ${ctx.organizationId}::uuid and contact_id = any(${contactIds}::uuid[])
    and happened_at >= ${from}::timestamptz and happened_at <= ${to}::timestamptz
    and (type = any(${plain}::text[]) or type like any(${begun}::text[]))`;
}

/** How many lines each of some contacts has; who has none is not in it. */
export async function countLinesOf(
  ctx: Context,
  contactIds: readonly string[],
  which: Which,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; lines: number }>`
    select contact_id as id, count(*)::float8 as lines from contact_activity
    where ${ofTypes(ctx, contactIds, which)} group by contact_id`.execute(ctx.db);
  return new Map(rows.map(({ id, lines }) => [id, lines]));
}

/** Lines of some contacts, of each in the order in which they happened. Of more than `most` the latest of one contact are answered. */
export async function findLines(
  ctx: Context,
  contactIds: readonly string[],
  which: Which,
  most: number,
): Promise<PastActivity[]> {
  if (which.types.length === 0) return [];
  const { rows } = await sql<Omit<PastActivity, 'cause'> & { automationId: string | null; depth: number | null }>`
    select contact_id as "contactId", client_id as "clientId", type, ref_id as "refId", happened_at as at,
      case when jsonb_typeof(data -> 'depth') = 'number' then data ->> 'automationId' end as "automationId",
      case when jsonb_typeof(data -> 'depth') = 'number' then (data ->> 'depth')::int end as depth
    from contact_activity where ${ofTypes(ctx, contactIds, which)}
    order by contact_id, happened_at desc, id desc limit ${most}::int`.execute(ctx.db);
  return rows.toReversed().map(({ automationId, depth, ...line }) => ({
    ...line,
    cause: automationId === null || depth === null ? null : { automationId, depth },
  }));
}

export type PastSubmission = { contactId: string; formId: string; at: Date };

/** What some contacts submitted, of forms that are still there. */
export async function findSubmissions(ctx: Context, contactIds: readonly string[]): Promise<PastSubmission[]> {
  const { rows } = await sql<PastSubmission>`
    select contact_id as "contactId", form_id as "formId", submitted_at as at from form_submissions
    where organization_id = ${ctx.organizationId}::uuid and contact_id = any(${contactIds}::uuid[])
      and exists (select from forms where forms.organization_id = form_submissions.organization_id and forms.id = form_id)`.execute(
    ctx.db,
  );
  return rows;
}

/** Which of some forms are there. */
export async function findForms(ctx: Context, formIds: readonly string[]): Promise<string[]> {
  if (formIds.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    select id from forms where organization_id = ${ctx.organizationId}::uuid and id = any(${formIds}::uuid[])`.execute(
    ctx.db,
  );
  return rows.map(({ id }) => id);
}

export type ContactTimes = { id: string; createdAt: Date; lastActivityAt: Date };

export async function findContactTimes(ctx: Context, contactIds: readonly string[]): Promise<ContactTimes[]> {
  const { rows } = await sql<ContactTimes>`
    select id, created_at as "createdAt", last_activity_at as "lastActivityAt" from contacts
    where organization_id = ${ctx.organizationId}::uuid and id = any(${contactIds}::uuid[])`.execute(ctx.db);
  return rows;
}
