import { z } from 'zod';
import { contactStatuses } from './contacts.ts';
import { endpoint, FileReply, idOf } from './endpoint.ts';
import { Instant } from './fields.ts';
import { touchKinds } from './purchases.ts';
import { statPeriods } from './qr-codes.ts';

export const analyticsPeriods = statPeriods;
const period = z.enum(analyticsPeriods).default('30d');
const query = z.strictObject({ period });

/** Days of the organization's calendar, both included. */
const days = z.object({ from: z.iso.date(), to: z.iso.date() });
const periods = {
  period: days,
  /** As many days before; null for all time. */
  previous: days.nullable(),
};

/** `change` is in percent against the period before; null where that has nothing to compare with, and for all time. */
const figure = z.object({ value: z.number().nullable(), change: z.number().nullable() });

/** Sums over campaigns whose sending began in the period. */
export const CampaignTotals = z.object({
  sent: z.number().int(),
  delivered: z.number().int(),
  opened: z.number().int(),
  clicked: z.number().int(),
  bounced: z.number().int(),
});
export type CampaignTotals = z.infer<typeof CampaignTotals>;

/** Open and click rates are of what was delivered, in percent; null where nothing was. */
const rates = { openRate: z.number().nullable(), clickRate: z.number().nullable() };

const RankedCampaign = CampaignTotals.extend({
  id: z.uuid(),
  name: z.string(),
  clientId: z.uuid().nullable(),
  sentAt: Instant,
  isDeliveredEstimated: z.boolean(),
  ...rates,
});
export type RankedCampaign = z.infer<typeof RankedCampaign>;

const RankedCode = z.object({
  id: z.uuid(),
  name: z.string(),
  clientId: z.uuid().nullable(),
  /** By people, in the period. */
  scans: z.number().int(),
  /** On each of the last 30 days, oldest first. */
  trend: z.array(z.number().int()),
});
export type RankedCode = z.infer<typeof RankedCode>;

export const readAnalytics = endpoint({
  name: 'analytics.overview',
  method: 'GET',
  path: '/api/analytics',
  needs: 'analytics:read',
  summary:
    'The cards and the first tab of Analytics: campaigns, contacts by status and the best campaigns and codes of a period.',
  query,
  reply: z.object({
    ...periods,
    contacts: figure,
    emailOpenRate: figure,
    scans: figure,
    activeCampaigns: figure,
    isDeliveredEstimated: z.boolean(),
    performance: CampaignTotals,
    /** Of the period before; null for all time. */
    performanceBefore: CampaignTotals.nullable(),
    distribution: z.array(z.object({ status: z.enum(contactStatuses), contacts: z.number().int() })),
    /** At most five, by opens. */
    campaigns: z.array(RankedCampaign),
    /** At most five, by scans; none that nobody scanned. */
    codes: z.array(RankedCode),
  }),
});

export const readContactAnalytics = endpoint({
  name: 'analytics.contacts',
  method: 'GET',
  path: '/api/analytics/contacts',
  needs: 'analytics:read',
  summary:
    'Contacts that came in each month of the organization’s calendar and are still there. A month at an end of the period counts only its days in it. Of more than 60 months the older ones are counted in the first.',
  query,
  reply: z.object({
    ...periods,
    total: z.number().int(),
    created: z.number().int(),
    createdBefore: z.number().int().nullable(),
    joined: z.number().int(),
    left: z.number().int(),
    /** `from` and `to` are the days of it that are counted. */
    months: z.array(days.extend({ month: z.iso.date(), created: z.number().int() })),
  }),
});

const paged = query.extend({
  cursor: z.string().max(2_000).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});

export const readCampaignAnalytics = endpoint({
  name: 'analytics.campaigns',
  method: 'GET',
  path: '/api/analytics/campaigns',
  needs: 'analytics:read',
  summary: 'Each campaign whose sending began in the period, newest first.',
  query: paged,
  reply: z.object({
    ...periods,
    items: z.array(RankedCampaign),
    nextCursor: z.string().nullable(),
    total: z.number().int(),
    sums: CampaignTotals,
  }),
});

export const readCodeAnalytics = endpoint({
  name: 'analytics.codes',
  method: 'GET',
  path: '/api/analytics/qr-codes',
  needs: 'analytics:read',
  summary: 'Scans of each QR code in the period, most first.',
  query: paged,
  reply: z.object({
    ...periods,
    items: z.array(RankedCode),
    nextCursor: z.string().nullable(),
    total: z.number().int(),
    /** Of all codes. */
    scans: z.number().int(),
  }),
});

export const readOpeningHours = endpoint({
  name: 'analytics.opening-hours',
  method: 'GET',
  path: '/api/analytics/opening-hours',
  needs: 'analytics:read',
  summary:
    'When people first opened an email of a campaign, in the period: by weekday and hour of the organization’s clock. Hours are kept for 13 months.',
  query,
  reply: z.object({
    ...periods,
    timezone: z.string(),
    /** Monday first, 24 hours each. */
    week: z.array(z.array(z.number().int())),
    /** Of the whole week. */
    opened: z.number().int(),
  }),
});

export const readRetention = endpoint({
  name: 'analytics.retention',
  method: 'GET',
  path: '/api/analytics/retention',
  needs: 'analytics:read',
  summary:
    'Of the contacts that came in each of the last 12 months, in UTC, how many could be emailed at the end of that month and of each month after. Those who were deleted since came too.',
  reply: z.object({
    /** Oldest first; none in which nobody came. */
    cohorts: z.array(
      z.object({
        month: z.iso.date(),
        people: z.number().int(),
        /** After no month, one month and so on. The last is of now. */
        mailable: z.array(z.number().int()),
      }),
    ),
  }),
});

const ClientFigures = z.object({
  contacts: z.number(),
  created: z.number(),
  sent: z.number(),
  ...rates,
  scans: z.number(),
});
export type ClientFigures = z.infer<typeof ClientFigures>;

/** Clients that stand beside each other. */
export const mostComparedClients = 1_000;

export const compareClients = endpoint({
  name: 'analytics.clients',
  method: 'GET',
  path: '/api/analytics/clients',
  needs: 'analytics:compare',
  summary:
    'Each active client of an agency with its figures of the period, by name. Only where all clients are shown, and on plans from Plus.',
  query,
  reply: z.object({
    ...periods,
    clients: z.array(ClientFigures.extend({ id: z.uuid(), name: z.string() })),
    /** Counts are the mean of all clients; rates are those of all their emails together. */
    average: ClientFigures,
  }),
});

const shares = {
  last: z.number().int(),
  first: z.number().int(),
  linear: z.number().int(),
  position: z.number().int(),
};

/** People of one step are among those of the step before. */
export const funnelSteps = ['submitted', 'contacts', 'clicked', 'purchased'] as const;
const funnelQuery = query.extend({ qrCodeId: idOf('qr-code').optional() });

export const readFunnel = endpoint({
  name: 'analytics.funnel',
  method: 'GET',
  path: '/api/analytics/funnel',
  needs: 'analytics:read',
  summary:
    'From print to revenue: people who scanned a code in the period, filled in its form, became contacts, clicked an email after it and bought something after that. With revenue by source, in every model. On plans from Plus.',
  query: funnelQuery,
  reply: z.object({
    ...periods,
    currency: z.string(),
    steps: z.object({
      codes: z.number().int(),
      scans: z.number().int(),
      /** Each counted once a day and code. */
      visitors: z.number().int(),
      submitted: z.number().int(),
      contacts: z.number().int(),
      clicked: z.number().int(),
      purchased: z.number().int(),
      /** What those paid. */
      amount: z.number().int(),
    }),
    revenue: z.object({
      /** Of all purchases in the period, and of those of people who scanned a code in the seven days before. */
      all: z.number().int(),
      scanned: z.number().int(),
      days: z.array(z.object({ on: z.iso.date(), amount: z.number().int() })),
      /** On as many days before; null for all time. */
      previous: z.array(z.number().int()).nullable(),
      /** Campaigns whose sending began on a day of the curve: at most 12, the largest. */
      marks: z.array(z.object({ on: z.iso.date(), kind: z.literal('campaign'), id: z.uuid(), name: z.string() })),
    }),
    /** At most twenty, most by last touch first. */
    sources: z.array(z.object({ kind: z.enum(touchKinds), id: z.uuid(), name: z.string().nullable(), ...shares })),
    /** Of all other sources together, and of what nothing led to. */
    others: z.object(shares),
    none: z.object(shares),
  }),
  limits: { cost: 'long-question' },
});

export const listFunnelPeople = endpoint({
  name: 'analytics.funnel-people',
  method: 'GET',
  path: '/api/analytics/funnel/people',
  needs: 'contacts:read',
  summary:
    'The people of a step of the funnel, who scanned last first, as many as the step counts. Those of `submitted` who are no contacts have no id.',
  query: funnelQuery.extend({
    step: z.enum(funnelSteps),
    cursor: z.string().max(2_000).optional(),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  reply: z.object({
    items: z.array(z.object({ id: z.uuid().nullable(), email: z.string(), name: z.string(), scannedAt: Instant })),
    nextCursor: z.string().nullable(),
  }),
  limits: { cost: 'long-question' },
});

/** The tables of all tabs, by the tab and what they list. */
export const analyticsTables = [
  'performance',
  'distribution',
  'top-campaigns',
  'top-codes',
  'new-contacts',
  'retention',
  'campaigns',
  'opening-hours',
  'codes',
  'funnel',
  'sources',
  'clients',
] as const;
export type AnalyticsTable = (typeof analyticsTables)[number];

export const exportAnalytics = endpoint({
  name: 'analytics.export',
  method: 'GET',
  path: '/api/analytics/export',
  needs: 'analytics:export',
  audit: { skip: 'reads' },
  summary:
    'A table of Analytics as CSV, with the figures that the screen shows for the period. It holds no personal data.',
  query: query.extend({ table: z.enum(analyticsTables) }),
  reply: FileReply,
});
