import type { NotificationFacts, NotificationKind } from '@waggle/contracts/notifications';
import { mostNotifications } from '@waggle/contracts/notifications';
import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';

const columns = ['id', 'user_id', 'client_id', 'kind', 'record_id', 'facts', 'created_at', 'read_at'] as const;

/** Days after which a notification is no longer shown. */
const shownDays = 90;

const ofPerson = (ctx: Context, userId: string) =>
  ctx.db
    .selectFrom('notifications')
    .where('organization_id', '=', ctx.organizationId)
    .where('user_id', '=', userId)
    .where('in_app', '=', true)
    .where('created_at', '>', sql<Date>`now() - make_interval(days => ${shownDays})`);

export const findNotifications = (ctx: Context, userId: string) =>
  ofPerson(ctx, userId)
    .select(columns)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostNotifications)
    .execute();
export type NotificationRow = Awaited<ReturnType<typeof findNotifications>>[number];

type NewNotification = {
  userId: string;
  clientId: string | null;
  kind: NotificationKind;
  cause: string;
  recordId: string | null;
  facts: NotificationFacts;
  inApp: boolean;
  byEmail: boolean;
};

/** No row back: the person was told of it before. */
export const insertNotification = (ctx: Context, row: NewNotification) =>
  ctx.db
    .insertInto('notifications')
    .values({
      organization_id: ctx.organizationId,
      user_id: row.userId,
      client_id: row.clientId,
      kind: row.kind,
      cause: row.cause,
      record_id: row.recordId,
      facts: JSON.stringify(row.facts),
      in_app: row.inApp,
      by_email: row.byEmail,
    })
    .onConflict((conflict) => conflict.columns(['organization_id', 'user_id', 'cause']).doNothing())
    .returning('id')
    .executeTakeFirst();

/** What no list shows any more goes when something new comes: nobody has more than the newest hundred. */
export const forgetOld = (ctx: Context, userId: string) =>
  sql`
    delete from notifications where organization_id = ${ctx.organizationId}::uuid and user_id = ${userId}::uuid and (
      created_at < now() - make_interval(days => ${shownDays}) or id in (
        select id from notifications where organization_id = ${ctx.organizationId}::uuid and user_id = ${userId}::uuid
        order by created_at desc, id desc offset ${mostNotifications}))`.execute(ctx.db);

/** Answers how many were unread. */
export async function markRead(ctx: Context, userId: string, notificationId: string | undefined): Promise<number> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('notifications')
    .set({ read_at: sql<Date>`coalesce(read_at, now())` })
    .where('organization_id', '=', ctx.organizationId)
    .where('user_id', '=', userId)
    .$if(notificationId !== undefined, (query) => query.where('id', '=', notificationId!))
    .$if(notificationId === undefined, (query) => query.where('read_at', 'is', null))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Until it was sent. */
export const findToEmail = (ctx: Context, notificationId: string) =>
  ctx.db
    .selectFrom('notifications')
    .select(columns)
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', notificationId)
    .where('by_email', '=', true)
    .where('emailed_at', 'is', null)
    .executeTakeFirst();

export const noteEmailed = (ctx: Context, notificationId: string) =>
  ctx.db
    .updateTable('notifications')
    .set({ emailed_at: sql<Date>`now()` })
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', notificationId)
    .execute();
