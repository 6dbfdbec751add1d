import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';

/** With a time to come, of every client. One that has begun has its moment behind it. */
const upcoming = (ctx: Context, statuses: readonly string[]) =>
  ctx.db
    .selectFrom('campaigns')
    .where('organization_id', '=', ctx.organizationId)
    .where('status', 'in', statuses)
    .where('sent_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .where('deleted_at', 'is', null)
    .where('scheduled_at', '>', sql<Date>`now()`);

/** Those that leave by themselves, or when somebody resumes them. */
export const countUpcoming = async (ctx: Context): Promise<number> =>
  (
    await upcoming(ctx, ['ACTIVE', 'PAUSED'])
      .select(sql<number>`count(*)::int`.as('total'))
      .executeTakeFirstOrThrow()
  ).total;

/**
 * With drafts, whose time was chosen by the same clock. Held, so that whoever starts one waits and then sees its new time; in
 * one order, so that nobody waits in a circle.
 */
export const holdUpcoming = (ctx: Context) =>
  upcoming(ctx, ['ACTIVE', 'PAUSED', 'DRAFT'])
    .where('each_zone', '=', false)
    .select(['id', 'scheduled_at', 'scheduled_local', 'scheduled_zone'])
    .orderBy('id')
    .forUpdate()
    .execute();

/** Those whose time counts in each contact's zone. They begin hours before the clock of the organization shows it. */
export const holdInEachZone = (ctx: Context) =>
  ctx.db
    .selectFrom('campaigns')
    .select(['id', 'scheduled_at', 'scheduled_local'])
    .where('organization_id', '=', ctx.organizationId)
    .where('each_zone', '=', true)
    .where('scheduled_local', 'is not', null)
    .where('status', 'in', ['ACTIVE', 'PAUSED', 'DRAFT'])
    .where('sent_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
