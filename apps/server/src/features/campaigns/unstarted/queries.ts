import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import type { Schedule } from '../campaigns.ts';

export const setSchedule = (ctx: Context, campaignId: string, schedule: Schedule) =>
  ctx.db
    .updateTable('campaigns')
    .set({ ...schedule, updated_at: sql<Date>`now()` })
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', campaignId)
    .execute();
