import { organizationZoneChanged } from '#features/accounts/index.ts';
import { subscribe, type Subscription } from '#platform/events/subscription.ts';
import { moveSchedules } from './schedules/run-schedule.ts';

export const reportSubscriptions = (): Subscription[] => [
  subscribe({
    event: organizationZoneChanged,
    subscriber: 'reports',
    // Who keeps the moment gets the next report at it, and 8:00 by the new clock after that.
    handler: async (ctx, received) => {
      if (received.some(({ payload }) => payload.schedules !== 'keep-moment')) await moveSchedules(ctx);
    },
  }),
];
