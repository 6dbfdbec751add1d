import { type RawBuilder, sql } from 'kysely';
import { editors } from '@waggle/contracts/roles';
import type { Context } from '#platform/context.ts';

const tasks = (ctx: Context) =>
  ctx.db.selectFrom('contact_tasks as t').where('t.organization_id', '=', ctx.organizationId);

/** Whoever may no longer work for the client of the contact has the task no more, although the row still names them. */
const worksForClient = (clientId: RawBuilder<unknown>) =>
  sql<boolean>`m.role = any(${[...editors]}::text[]) and (m.client_id is null or ${clientId} = any(m.client_ids))`;

const nameOf = (column: string) => sql<string | null>`(
  select users.name from directory.users where users.organization_id = t.organization_id and users.id = ${sql.ref(column)})`;

const assigneeId = sql<string | null>`(
  select m.user_id from members m where m.organization_id = t.organization_id and m.user_id = t.assignee_id
    and ${worksForClient(sql`t.client_id`)})`;

const today = (ctx: Context) => sql`(
  select (now() at time zone timezone)::date from organizations where organizations.id = ${ctx.organizationId}::uuid)`;

const shown = (ctx: Context) =>
  [
    't.id',
    't.title',
    sql<string | null>`t.due_on::text`.as('due_on'),
    sql<boolean>`(t.done_at is null and t.due_on is not null and t.due_on < ${today(ctx)})`.as('overdue'),
    assigneeId.as('assignee_id'),
    nameOf('t.assignee_id').as('assignee'),
    't.created_at',
    't.done_at',
    nameOf('t.done_by').as('done_by'),
  ] as const;

const nextDueFirst = sql`t.due_on nulls last, t.created_at, t.id`;

export const findOpenTasks = (ctx: Context, contactId: string, most: number) =>
  tasks(ctx)
    .select(shown(ctx))
    .where('t.contact_id', '=', contactId)
    .where('t.done_at', 'is', null)
    .orderBy(nextDueFirst)
    .limit(most)
    .execute();

export const findDoneTasks = (ctx: Context, contactId: string, most: number) =>
  tasks(ctx)
    .select(shown(ctx))
    .where('t.contact_id', '=', contactId)
    .where('t.done_at', 'is not', null)
    .orderBy('t.done_at', 'desc')
    .orderBy('t.id')
    .limit(most)
    .execute();
export type TaskRow = Awaited<ReturnType<typeof findOpenTasks>>[number];

export const findTask = (ctx: Context, contactId: string, taskId: string) =>
  tasks(ctx)
    .select(shown(ctx))
    .where('t.contact_id', '=', contactId)
    .where('t.id', '=', taskId)
    .forUpdate('t')
    .executeTakeFirst();

/** Of contacts that are there: the tasks of a deleted one wait in case it comes back. */
const mine = (ctx: Context, userId: string) =>
  tasks(ctx)
    .innerJoin('contacts as c', (join) =>
      join.onRef('c.organization_id', '=', 't.organization_id').onRef('c.id', '=', 't.contact_id'),
    )
    .where('t.assignee_id', '=', userId)
    .where('t.done_at', 'is', null);

export const findMyTasks = (ctx: Context, userId: string, most: number) =>
  mine(ctx, userId)
    .select(shown(ctx))
    .select(['c.id as contact_id', 'c.email', 'c.first_name', 'c.last_name'])
    .orderBy(nextDueFirst)
    .limit(most)
    .execute();

export const countMyTasks = async (ctx: Context, userId: string): Promise<number> =>
  Number(
    (
      await mine(ctx, userId)
        .select(({ fn }) => fn.countAll<string>().as('total'))
        .executeTakeFirstOrThrow()
    ).total,
  );

export const countOpenTasks = async (ctx: Context, contactId: string): Promise<number> =>
  Number(
    (
      await tasks(ctx)
        .select(({ fn }) => fn.countAll<string>().as('total'))
        .where('t.contact_id', '=', contactId)
        .where('t.done_at', 'is', null)
        .executeTakeFirstOrThrow()
    ).total,
  );

/** People in sight who may edit contacts of the client. */
export const findAssignees = (ctx: Context, clientId: string | null, most: number) =>
  ctx.db
    .selectFrom('members as m')
    .innerJoin('directory.users as u', (join) =>
      join.onRef('u.organization_id', '=', 'm.organization_id').onRef('u.id', '=', 'm.user_id'),
    )
    .select(['m.user_id as id', 'u.name'])
    .where('m.organization_id', '=', ctx.organizationId)
    .where(worksForClient(sql`${clientId}::uuid`))
    .orderBy(sql`lower(u.name)`)
    .orderBy('m.user_id')
    .limit(most)
    .execute();

export const mayHaveTask = async (ctx: Context, clientId: string | null, userId: string): Promise<boolean> =>
  (await ctx.db
    .selectFrom('members as m')
    .select('m.user_id')
    .where('m.organization_id', '=', ctx.organizationId)
    .where('m.user_id', '=', userId)
    .where(worksForClient(sql`${clientId}::uuid`))
    .forKeyShare()
    .executeTakeFirst()) !== undefined;

type NewTask = {
  contact_id: string;
  client_id: string | null;
  title: string;
  due_on: string | null;
  assignee_id: string | null;
  created_by: string;
};

export const insertTask = (ctx: Context, { due_on, ...task }: NewTask) =>
  ctx.db
    .insertInto('contact_tasks')
    .values({ organization_id: ctx.organizationId, ...task, due_on: sql<Date>`${due_on}::date` })
    .returning('id')
    .executeTakeFirstOrThrow();

export type TaskChange = {
  title?: string;
  due_on?: string | null;
  assignee_id?: string | null;
  done_by?: string | null;
};

/** `done_by` is given when the task is checked off, and null when it is opened again. */
export const updateTask = (ctx: Context, taskId: string, { due_on, done_by, ...change }: TaskChange) =>
  ctx.db
    .updateTable('contact_tasks')
    .set({
      ...change,
      ...(due_on === undefined ? {} : { due_on: sql<Date>`${due_on}::date` }),
      ...(done_by === undefined ? {} : { done_by, done_at: done_by === null ? null : sql<Date>`now()` }),
      updated_at: sql<Date>`now()`,
    })
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', taskId)
    .execute();

export const deleteTask = (ctx: Context, taskId: string) =>
  ctx.db
    .deleteFrom('contact_tasks')
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', taskId)
    .execute();
