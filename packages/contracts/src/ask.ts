import { z } from 'zod';
import { analyticsPeriods } from './analytics.ts';
import { endpoint, idOf } from './endpoint.ts';

/** What can be asked for, and what each can be cut by. Each is the figure of `metrics.ts` that names it. */
const byCampaign = ['campaign', 'client', 'month'] as const;
export const askBreakdowns = {
  contacts: ['status', 'client'],
  'new-contacts': ['status', 'client', 'month'],
  campaigns: ['client', 'month'],
  sent: byCampaign,
  delivered: byCampaign,
  opens: byCampaign,
  clicks: byCampaign,
  bounces: byCampaign,
  'open-rate': byCampaign,
  'click-rate': byCampaign,
  scans: ['code', 'client', 'month'],
  revenue: ['source', 'client', 'month'],
} as const satisfies Record<string, readonly string[]>;

export type AskMetric = keyof typeof askBreakdowns;
export const askMetrics = Object.keys(askBreakdowns) as AskMetric[];
export type AskBreakdown = (typeof askBreakdowns)[AskMetric][number];
export const breakdowns = ['status', 'campaign', 'code', 'source', 'client', 'month'] as const satisfies AskBreakdown[];

export const namedPeriods = [
  'this-week',
  'last-week',
  'this-month',
  'last-month',
  'this-year',
  'last-year',
  ...analyticsPeriods,
] as const;
/** A named one, or a month of the calendar such as 2026-10. */
export const AskPeriod = z.union([z.enum(namedPeriods), z.stringFormat('month', /^20\d\d-(0[1-9]|1[0-2])$/)]);
export type AskPeriod = z.infer<typeof AskPeriod>;

/** Counted as of now, whatever the period: there is none. */
export const isState = (metric: AskMetric): boolean => metric === 'contacts';

export type Question = {
  metric: AskMetric;
  /** Null of what is counted as of now. */
  period: AskPeriod | null;
  breakdown: AskBreakdown | null;
  clientId: string | null;
};

export const hasBreakdown = (metric: AskMetric, breakdown: AskBreakdown): boolean =>
  (askBreakdowns[metric] as readonly string[]).includes(breakdown);

/** Rows of an answer; what is left is in one more. */
export const mostAnswerRows = 20;

const AnswerRow = z.object({
  /** `others` is what the rows before leave of the whole; `none` is revenue that nothing led to. */
  kind: z.enum(['row', 'others', 'none']),
  key: z.string(),
  /** A name that people gave; null where the key says it. */
  name: z.string().nullable(),
  value: z.number().nullable(),
});
export type AnswerRow = z.infer<typeof AnswerRow>;

export const askAnalytics = endpoint({
  name: 'analytics.ask',
  method: 'GET',
  path: '/api/analytics/ask',
  needs: 'questions:read',
  summary:
    'One figure of Analytics for a period, whole or cut by campaign, code, source, status, client or month, of the active client or of another one in sight. By client only where all clients are shown; by client and by source on plans from Plus.',
  query: z.strictObject({
    metric: z.enum(askMetrics),
    period: AskPeriod.optional(),
    breakdown: z.enum(breakdowns).optional(),
    clientId: idOf('client').optional(),
  }),
  reply: z.object({
    /** Days of the organization's calendar, both included; null of what is counted as of now. */
    period: z.object({ from: z.iso.date(), to: z.iso.date() }).nullable(),
    unit: z.enum(['count', 'percent', 'money']),
    currency: z.string().length(3),
    /** Of money in the smallest unit of the currency; null of a rate where nothing was delivered. */
    value: z.number().nullable(),
    isDeliveredEstimated: z.boolean(),
    /** Null without a breakdown. Counts and money add up to `value`. */
    rows: z.array(AnswerRow).nullable(),
  }),
  limits: { cost: 'long-question' },
});
