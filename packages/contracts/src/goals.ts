import { z } from 'zod';
import { endpoint, idOf, NoReply } from './endpoint.ts';
import { largestAmount } from './money.ts';

/** `contacts` is as of now; all others are of the month of the calendar. */
export const goalMetrics = ['contacts', 'new-contacts', 'open-rate', 'scans', 'revenue'] as const;
export const GoalMetric = z.enum(goalMetrics);
export type GoalMetric = z.infer<typeof GoalMetric>;

export const Goal = z.object({
  id: z.uuid(),
  metric: GoalMetric,
  /** A count, whole percent of the open rate, or the smallest unit of the currency. */
  target: z.number().int(),
  clientId: z.uuid().nullable(),
});
export type Goal = z.infer<typeof Goal>;

export const listGoals = endpoint({
  name: 'goals.list',
  method: 'GET',
  path: '/api/goals',
  needs: 'dashboard:read',
  summary:
    'What metrics are meant to reach, of the active client or of the organization where all clients are shown, and what they have reached: contacts now, everything else in this month.',
  reply: z.object({
    items: z.array(Goal),
    reached: z.object({
      contacts: z.number().int(),
      'new-contacts': z.number().int(),
      /** In percent; null before an email of this month was delivered. */
      'open-rate': z.number().nullable(),
      scans: z.number().int(),
      /** In the smallest unit of the currency; null while no purchase was ever recorded. */
      revenue: z.number().int().nullable(),
    }),
    currency: z.string().length(3),
  }),
});

export const setGoal = endpoint({
  name: 'goals.set',
  method: 'PUT',
  path: '/api/goals',
  needs: 'goals:write',
  audit: { entity: 'goal' },
  summary:
    'Sets what a metric is meant to reach for the active client, or for the organization where all clients are shown. A metric has one goal.',
  body: z
    .strictObject({
      metric: GoalMetric,
      target: z.number('Enter a number').int('Enter a whole number').min(1, 'Enter 1 or more').max(largestAmount),
    })
    .refine(({ metric, target }) => metric !== 'open-rate' || target <= 100, {
      message: 'Enter 1 to 100 percent',
      path: ['target'],
    }),
  reply: Goal,
});

export const deleteGoal = endpoint({
  name: 'goals.delete',
  method: 'DELETE',
  path: '/api/goals/:goalId',
  needs: 'goals:write',
  audit: { entity: 'goal' },
  summary: 'Deletes a goal.',
  status: 204,
  params: z.strictObject({ goalId: idOf('goal') }),
  reply: NoReply,
});
