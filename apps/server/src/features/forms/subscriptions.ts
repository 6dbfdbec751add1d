import { organizationPlanChanged } from '#features/accounts/index.ts';
import { subscribe, type Subscription } from '#platform/events/subscription.ts';
import { enqueue } from '#platform/jobs/job.ts';
import { fillInWaiting } from './jobs.ts';

export const formSubscriptions = (): Subscription[] => [
  subscribe({
    event: organizationPlanChanged,
    subscriber: 'forms',
    // A plan with fewer contacts has no room, and the job finds that out.
    handler: (ctx) => enqueue(ctx, fillInWaiting, {}, { singletonKey: 'all' }),
  }),
];
