import type { ScheduleOwner } from '#features/accounts/index.ts';
import { databaseNow } from '#platform/database/database-now.ts';
import { instantOf, wallOf } from '../schedule.ts';
import { setSchedule } from '../unstarted/queries.ts';
import { countUpcoming, holdInEachZone, holdUpcoming } from './queries.ts';

/**
 * A campaign for 9:00 stays one for 9:00 by the new clock. Where that time is over already it keeps its moment: it must not leave
 * at once because somebody moved a clock.
 */
export const scheduledCampaigns: ScheduleOwner = {
  kind: 'campaigns',
  count: countUpcoming,
  async keepClock(ctx, { from, to }) {
    const now = await databaseNow(ctx);
    for (const { id, scheduled_at: at, scheduled_local: chosen, scheduled_zone: zone } of await holdUpcoming(ctx)) {
      const local = chosen !== null && zone === from ? chosen : wallOf(at!, from);
      const moved = instantOf(local, to);
      if (moved > now) await setSchedule(ctx, id, { scheduled_at: moved, scheduled_local: local, scheduled_zone: to });
    }
  },
  /** In each contact's zone nothing moves but the moment of those who have none. */
  async followClock(ctx, { to }) {
    const now = await databaseNow(ctx);
    for (const { id, scheduled_at, scheduled_local } of await holdInEachZone(ctx))
      if (instantOf(scheduled_local!, to) > now)
        await setSchedule(ctx, id, { scheduled_at, scheduled_local, scheduled_zone: to });
  },
};
