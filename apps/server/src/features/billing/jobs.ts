import { planNeeds } from '@waggle/contracts/billing';
import { Tier } from '@waggle/contracts/plans';
import { z } from 'zod';
import { type Cron, cron } from '#platform/jobs/cron.ts';
import { job, systemJob } from '#platform/jobs/job.ts';

/** Ten tries, the last some hours after the first; a pull finds what is left. */
export const lookAgain = job('billing.look', z.object({}), {
  class: 'webhook',
  attempts: 10,
  backoffSeconds: 5,
  backoffLimitSeconds: 3_600,
  onePerKey: true,
});

export const billingNotices = [
  'payment-failed',
  'plan-ends-soon',
  'plan-ended',
  'payment-received',
  'canceled',
] as const;
export type BillingNotice = (typeof billingNotices)[number];

/** Figures of the moment it happened: by the time the mail leaves the row may say something else. */
export const NoticePayload = z.object({
  kind: z.enum(billingNotices),
  userId: z.guid(),
  plan: Tier,
  amount: z.number().nullable(),
  currency: z.string().nullable(),
  graceEndsAt: z.iso.datetime().nullable(),
});
export const sendBillingNotice = job('billing.send-notice', NoticePayload, { class: 'transactional', attempts: 8 });

export const sendSalesRequest = job('billing.send-sales-request', z.object({ userId: z.guid() }), {
  class: 'transactional',
  attempts: 8,
});

export const sendPlanQuestion = job(
  'billing.send-plan-question',
  z.object({ askedBy: z.guid(), userId: z.guid(), need: z.enum(planNeeds) }),
  { class: 'transactional', attempts: 8 },
);

/** Subscriptions of deleted organizations; Stripe's answer decides whether it is tried again. */
export const endSubscriptions = systemJob('billing.end-subscriptions', z.object({}), { class: 'sweep', attempts: 1 });
export const findDueLooks = systemJob('billing.find-due', z.object({}), { class: 'sweep', attempts: 1 });
export const pullEvents = systemJob('billing.pull-events', z.object({}), { class: 'sweep', attempts: 1 });

export const billingCrons: Cron[] = [
  cron('end-subscriptions', '* * * * *', 'UTC', endSubscriptions),
  cron('look-at-subscriptions', '*/5 * * * *', 'UTC', findDueLooks),
  cron('pull-stripe-events', '*/10 * * * *', 'UTC', pullEvents),
];
