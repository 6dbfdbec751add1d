import { organizationZoneChanged } from '#features/accounts/index.ts';
import { subscribe, type Subscription } from '#platform/events/subscription.ts';
import { moveSchedules } from './schedules/run-schedule.ts';

export const reportSubscriptions = (): Subscription[] => [
  subscribe({ event: organizationZoneChanged, subscriber: 'reports', handler: (ctx) => moveSchedules(ctx) }),
];
