import type { Owner } from '@waggle/contracts/clients';
import type { RuleGroup } from '@waggle/contracts/contact-rules';
import { type RawBuilder, sql } from 'kysely';
import { ownedBy, ownerNamed } from '#features/accounts/index.ts';
import { activeClient } from '#platform/active-client.ts';
import type { Context } from '#platform/context.ts';
import type { Db } from '#platform/database/database.ts';
import { byNameOrAge, containing, pageWithTotal } from '#platform/keyset.ts';
import { notFound } from '#platform/problem.ts';
import { columns as contactColumns, own as ownContacts } from '../queries.ts';
import { compileCondition, compileRule, definitionsOf, foundBy, listed } from './rules/queries.ts';
import { conditionsOf, customKeys } from './rules/tree.ts';

const own = (ctx: Context) => {
  const clientId = activeClient(ctx);
  return ctx.db
    .selectFrom('segments')
    .where('organization_id', '=', ctx.organizationId)
    .$if(clientId !== null, (query) => query.where('client_id', '=', clientId));
};
const columns = ['id', 'client_id', 'name', 'rules', 'created_at', 'updated_at'] as const;

export async function findSegment(ctx: Context, segmentId: string) {
  const segment = await own(ctx).select(columns).where('id', '=', segmentId).executeTakeFirst();
  return segment && { ...segment, rules: segment.rules as unknown as RuleGroup };
}
export type SegmentRow = NonNullable<Awaited<ReturnType<typeof findSegment>>>;

/** The rules of a saved segment. One of a client speaks of that client's contacts, whoever asks. */
export async function rulesOf(ctx: Context, segmentId: string): Promise<RuleGroup> {
  const segment = await findSegment(ctx, segmentId);
  if (!segment) throw notFound();
  return inItsClient(segment);
}

export function inItsClient({ rules, client_id }: Pick<SegmentRow, 'rules' | 'client_id'>): RuleGroup {
  if (client_id === null) return rules;
  return { match: 'all', rules: [{ kind: 'client', op: 'isAnyOf', clientIds: [client_id] }, rules] };
}

/** A condition on a row of `contacts`, never null; every value is bound. For few contacts, `among` names them. */
export async function compileRules(
  ctx: Context,
  tree: RuleGroup,
  among: readonly string[] | null = null,
): Promise<RawBuilder<boolean>> {
  return compileRule({ ctx, fields: await definitionsOf(ctx, customKeys(tree)), among }, tree);
}

/** Whether a row of `contacts` is in a saved segment. */
export const segmentCondition = async (ctx: Context, segmentId: string): Promise<RawBuilder<boolean>> =>
  compileRules(ctx, await rulesOf(ctx, segmentId));

type Question = {
  cursor?: string | undefined;
  limit: number;
  search?: string | undefined;
  sort: 'name' | '-name' | 'createdAt' | '-createdAt';
  owner?: Owner | undefined;
};

export async function findSegments(ctx: Context, question: Question) {
  const matching = own(ctx)
    .where(ownedBy(await ownerNamed(ctx, question.owner)))
    .$if(question.search !== undefined, (query) => query.where('name', 'ilike', containing(question.search ?? '')));
  const { items, ...rest } = await pageWithTotal(
    matching,
    matching.select(columns),
    question,
    byNameOrAge(question.sort),
  );
  return { items: items.map((row) => ({ ...row, rules: row.rules as unknown as RuleGroup })), ...rest };
}

/** Sizes on the last twelve weeks, oldest first. */
export const findTrends = (ctx: Context, segmentIds: string[]) =>
  ctx.db
    .selectFrom('segment_counts')
    .select(['segment_id', 'members', sql<string>`to_char(counted_on, 'YYYY-MM-DD')`.as('on')])
    .where('organization_id', '=', ctx.organizationId)
    .where('segment_id', '=', sql<string>`any(${segmentIds}::uuid[])`)
    .where(sql<boolean>`counted_on > ${today(ctx)}::date - 84`)
    .orderBy('counted_on')
    .execute();
export type TrendRow = Awaited<ReturnType<typeof findTrends>>[number];

const today = (ctx: Context): string => ctx.now().toISOString().slice(0, 10);

export async function insertSegment(
  ctx: Context,
  { name, rules, client_id }: { name: string; rules: RuleGroup; client_id: string | null },
): Promise<SegmentRow> {
  const row = await ctx.db
    .insertInto('segments')
    .values({ organization_id: ctx.organizationId, client_id, name, rules: JSON.stringify(rules) })
    .returning(columns)
    .executeTakeFirstOrThrow();
  return { ...row, rules };
}

export async function updateSegment(ctx: Context, segmentId: string, change: { name?: string; rules?: RuleGroup }) {
  const { name, rules } = change;
  const row = await ctx.db
    .updateTable('segments')
    .set({
      ...(name === undefined ? {} : { name }),
      ...(rules === undefined ? {} : { rules: JSON.stringify(rules) }),
      updated_at: sql<Date>`now()`,
    })
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', segmentId)
    .returning(columns)
    .executeTakeFirst();
  return row && { ...row, rules: row.rules as unknown as RuleGroup };
}

export const deleteSegment = (ctx: Context, segmentId: string) =>
  ctx.db
    .deleteFrom('segments')
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', segmentId)
    .returning('id')
    .executeTakeFirst();

/** Rules that ask for the one tag ask for the other; answers whose. */
export const replaceTag = async (ctx: Context, tagId: string, intoId: string): Promise<string[]> =>
  (
    await ctx.db
      .updateTable('segments')
      .set({ rules: sql`replace(rules::text, ${tagId}, ${intoId})::jsonb`, updated_at: sql<Date>`now()` })
      .where('organization_id', '=', ctx.organizationId)
      .where(sql<boolean>`strpos(rules::text, ${tagId}) > 0`)
      .returning('id')
      .execute()
  ).map(({ id }) => id);

/** Which of these are there, for somebody who sees what the caller sees. */
export async function knownIds(
  ctx: Context,
  table: 'tags' | 'clients' | 'forms' | 'automations',
  ids: string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await ctx.db
    .selectFrom(table)
    .select('id')
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

const matchingRules = async (ctx: Context, tree: RuleGroup) => ownContacts(ctx).where(await compileRules(ctx, tree));

export async function countMembers(ctx: Context, tree: RuleGroup): Promise<number> {
  const members = await matchingRules(ctx, tree);
  const { count } = await members.select(({ fn }) => fn.countAll<string>().as('count')).executeTakeFirstOrThrow();
  return Number(count);
}

export const someMembers = async (ctx: Context, tree: RuleGroup, most: number) =>
  (await matchingRules(ctx, tree))
    .select(contactColumns)
    .orderBy('last_activity_at', 'desc')
    .orderBy('id')
    .limit(most)
    .execute();

export async function hasMembers(ctx: Context, tree: RuleGroup): Promise<boolean> {
  const members = await matchingRules(ctx, tree);
  return (await members.select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Everybody in sight, read from the tallies that triggers keep. */
export async function countInScope(ctx: Context): Promise<number> {
  const clientId = activeClient(ctx);
  const { total } = await ctx.db
    .selectFrom('contact_tallies')
    .select(sql<string>`coalesce(sum(contacts), 0)`.as('total'))
    .where('organization_id', '=', ctx.organizationId)
    .$if(clientId !== null, (query) => query.where('client_id', '=', clientId))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Every condition of a tree for one contact, in the order of the tree: whether it holds, and what was found. */
export async function judge(ctx: Context, tree: RuleGroup, contactId: string) {
  const compiler = { ctx, fields: await definitionsOf(ctx, customKeys(tree)), among: [contactId] };
  const conditions = conditionsOf(tree);
  const { rows } = await sql<{ client_id: string | null; holds: boolean[]; found: (string | null)[] }>`
    select client_id, array[${listed(conditions.map((condition) => compileCondition(compiler, condition)))}]::boolean[] as holds,
      array[${listed(conditions.map((condition) => foundBy(ctx, condition)))}]::text[] as found
    from contacts where organization_id = ${ctx.organizationId} and id = ${contactId}`.execute(ctx.db);
  return rows[0];
}

export const segmentsToCount = async (ctx: Context, afterId: string | null, most: number) => {
  const rows = await own(ctx)
    .select(['id', 'client_id', 'rules'])
    .$if(afterId !== null, (query) => query.where('id', '>', afterId))
    .orderBy('id')
    .limit(most)
    .execute();
  return rows.map((row) => ({ ...row, rules: row.rules as unknown as RuleGroup }));
};

/** Not a second row when it is counted twice on a day; nothing when it was deleted meanwhile. */
export const noteCount = (ctx: Context, segmentId: string, members: number) =>
  sql`insert into segment_counts (organization_id, segment_id, client_id, counted_on, members)
    select organization_id, id, client_id, ${today(ctx)}::date, ${members}::bigint from segments
    where organization_id = ${ctx.organizationId} and id = ${segmentId} for key share
    on conflict (organization_id, segment_id, counted_on) do update set members = excluded.members`.execute(ctx.db);

export const forgetOldCounts = (ctx: Context, keptDays: number) =>
  sql`delete from segment_counts where organization_id = ${ctx.organizationId}
    and counted_on < ${today(ctx)}::date - ${keptDays}::int`.execute(ctx.db);

/** A page of all organizations that have people, in the order of their ids. */
export async function organizationsAfter(directory: Db, last: string | null): Promise<string[]> {
  const rows = await directory
    .selectFrom('directory.users')
    .select('organization_id')
    .distinct()
    .$if(last !== null, (query) => query.where('organization_id', '>', last))
    .orderBy('organization_id')
    .limit(500)
    .execute();
  return rows.map(({ organization_id }) => organization_id);
}
