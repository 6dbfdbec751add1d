import { sql } from 'kysely';
import { activeClient } from '#platform/active-client.ts';
import type { Context } from '#platform/context.ts';

const columns = [
  'id',
  'client_id',
  'name',
  'description',
  'position',
  'archived_at',
  'created_at',
  'updated_at',
] as const;

const own = (ctx: Context) => ctx.db.selectFrom('topics').where('organization_id', '=', ctx.organizationId);
const isOf = (owner: string | null) => sql<boolean>`client_id is not distinct from ${owner}::uuid`;

/** In the order in which recipients see them, those that are archived last. */
export const findTopics = (ctx: Context, owner: string | null) =>
  own(ctx)
    .select(columns)
    .where(isOf(owner))
    .orderBy(sql`archived_at is not null`)
    .orderBy('position')
    .orderBy('id')
    .execute();
export type TopicRow = Awaited<ReturnType<typeof findTopics>>[number];

/** The same, held: two changes of one list follow each other. */
export async function lockTopics(ctx: Context, owner: string | null): Promise<TopicRow[]> {
  await own(ctx).select('id').where(isOf(owner)).orderBy('id').forUpdate().execute();
  return findTopics(ctx, owner);
}

/** Whose it is, of those in sight. */
export const findTopic = (ctx: Context, topicId: string) =>
  own(ctx)
    .select(columns)
    .where('id', '=', topicId)
    .$if(activeClient(ctx) !== null, (query) => query.where('client_id', '=', activeClient(ctx)))
    .executeTakeFirst();

export const findNames = (ctx: Context, topicIds: readonly string[]) =>
  own(ctx)
    .select(['id', 'name'])
    .where('id', '=', sql<string>`any(${topicIds}::uuid[])`)
    .execute();

type NewTopic = { name: string; description: string; client_id: string | null; position: number };

export const insertTopic = (ctx: Context, topic: NewTopic) =>
  ctx.db
    .insertInto('topics')
    .values({ organization_id: ctx.organizationId, ...topic })
    .returning(columns)
    .executeTakeFirstOrThrow();

export type TopicChange = { name?: string; description?: string; position?: number; archived_at?: Date | null };

export const updateTopic = (ctx: Context, topicId: string, change: TopicChange) =>
  ctx.db
    .updateTable('topics')
    .set({ ...change, updated_at: sql<Date>`now()` })
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', topicId)
    .returning(columns)
    .executeTakeFirstOrThrow();

export const setOrder = (ctx: Context, topicIds: readonly string[]) =>
  sql`update topics set position = given.no - 1
    from unnest(${topicIds}::uuid[]) with ordinality as given (id, no)
    where topics.organization_id = ${ctx.organizationId}::uuid and topics.id = given.id and topics.position <> given.no - 1`.execute(
    ctx.db,
  );

export const deleteTopic = (ctx: Context, topicId: string) =>
  ctx.db.deleteFrom('topics').where('organization_id', '=', ctx.organizationId).where('id', '=', topicId).execute();
