import { z } from 'zod';
import { endpoint, NoReply } from './endpoint.ts';
import { Instant } from './fields.ts';

/** The first things to do in a new account, in this order; each feature adds its own step here. */
export const startSteps = ['add-client', 'import-contacts', 'set-up-sending', 'form-or-code', 'send-campaign'] as const;

/** How a person keeps the start list. */
export const startListViews = ['open', 'collapsed', 'dismissed'] as const;
const view = z.enum(startListViews);

export const readStartList = endpoint({
  name: 'dashboard.start',
  method: 'GET',
  path: '/api/dashboard/start',
  needs: 'dashboard:read',
  summary: 'What a new account still has to do, read from its own rows.',
  reply: z.object({ steps: z.array(z.object({ key: z.enum(startSteps), done: z.boolean() })), view }),
});

export const keepStartList = endpoint({
  name: 'dashboard.keep-start',
  method: 'PUT',
  path: '/api/dashboard/start',
  needs: 'dashboard:read',
  audit: { skip: 'own-view' },
  summary: 'Opens, collapses or dismisses the start list for the signed-in person.',
  status: 204,
  body: z.strictObject({ view }),
  reply: NoReply,
});

const percent = z.number();
/** Oldest first; null where nothing is known of that time. */
const trend = z.array(z.number().nullable());

export const readDashboardMetrics = endpoint({
  name: 'dashboard.metrics',
  method: 'GET',
  path: '/api/dashboard/metrics',
  needs: 'dashboard:figures',
  summary:
    'The figures of Overview. Growth is in percent: contacts and forms against the same moment of last month, rates and sums of this month so far against the same days of last month; null where last month has nothing to compare with.',
  reply: z.object({
    totalContacts: z.number().int(),
    /** Of contacts that can be mailed. */
    contactsGrowth: percent.nullable(),
    activeForms: z.number().int(),
    formsGrowth: percent.nullable(),
    /** People who opened, of emails delivered, of the emails that left this month, in percent; null before the first. */
    emailOpenRate: percent.nullable(),
    emailOpenRateGrowth: percent.nullable(),
    /** In the smallest unit of the currency; null while no purchase was ever recorded. */
    revenue: z.number().int().nullable(),
    revenueGrowth: percent.nullable(),
    currency: z.string().length(3).nullable(),
    /** The first day of this month in the organization's calendar. */
    monthFrom: z.iso.date(),
    /** Whether `delivered` is sent minus bounced, because the mail servers report no deliveries. */
    isDeliveredEstimated: z.boolean(),
    trends: z.object({
      /** Contacts and active forms at the end of each of the last 30 days. */
      contacts: trend,
      forms: trend,
      /** Of the emails of each of the last 8 weeks. */
      emailOpenRate: trend,
      /** Of each of the last 8 weeks. */
      revenue: trend,
    }),
    at: Instant,
  }),
});

export const growthRanges = ['30d', '90d', '1y'] as const;

export const readContactGrowth = endpoint({
  name: 'dashboard.contact-growth',
  method: 'GET',
  path: '/api/dashboard/contact-growth',
  needs: 'dashboard:figures',
  summary:
    'How the number of contacts changed day by day, a year week by week, beside as many days before, in the time zone of the organization.',
  query: z.strictObject({ range: z.enum(growthRanges).default('30d') }),
  reply: z.object({
    from: z.iso.date(),
    to: z.iso.date(),
    /** Contacts at the end of the day; who could be mailed from that day on, and who not any more. Of a year each is the last of seven days, and of all of them. */
    days: z.array(
      z.object({ on: z.iso.date(), total: z.number().int(), joined: z.number().int(), left: z.number().int() }),
    ),
    /** Contacts at the end of each of as many days or weeks before; null before the organization had any. */
    previous: z.array(z.number().int()).nullable(),
    joined: z.number().int(),
    left: z.number().int(),
    /** What explains a step of the curve: at most 12, the largest. */
    marks: z.array(
      z.object({ on: z.iso.date(), kind: z.enum(['campaign', 'import']), id: z.uuid(), name: z.string() }),
    ),
  }),
});

const work = {
  id: z.uuid(),
  name: z.string(),
  clientId: z.uuid().nullable(),
  /** People or rows that are done, of all; null while nobody has counted them. */
  done: z.number().int(),
  total: z.number().int().nullable(),
};

export const readWorkInFlight = endpoint({
  name: 'dashboard.work',
  method: 'GET',
  path: '/api/dashboard/work',
  needs: 'dashboard:read',
  summary:
    'Campaigns and imports under way, held or planned, and automations with people inside: what moves first, then what waits, at most 8.',
  reply: z.object({
    items: z.array(
      z.discriminatedUnion('kind', [
        z.object({
          kind: z.literal('campaign'),
          state: z.enum(['sending', 'held', 'paused', 'scheduled']),
          ...work,
          scheduledAt: Instant.nullable(),
          /** People who opened, of emails delivered so far, in percent; null before the first. */
          openRate: percent.nullable(),
        }),
        /** `total` is who ever got in, `done` who of them is not inside any more. */
        z.object({ kind: z.literal('automation'), state: z.enum(['live', 'closing', 'held', 'paused']), ...work }),
        z.object({ kind: z.literal('import'), state: z.enum(['running', 'waiting']), ...work }),
      ]),
    ),
  }),
});

export const activityKinds = ['campaign', 'import', 'form', 'code', 'member', 'purchase'] as const;

export const readRecentActivity = endpoint({
  name: 'dashboard.activity',
  method: 'GET',
  path: '/api/dashboard/activity',
  needs: 'dashboard:read',
  summary:
    'What happened lately, newest first, each source summed up: a campaign that was sent, the people who filled in a form on a day.',
  query: z.strictObject({ limit: z.coerce.number().int().min(1).max(50).default(10) }),
  reply: z.object({
    items: z.array(
      z.object({
        /** The same for the same line in each answer. */
        key: z.string(),
        kind: z.enum(activityKinds),
        /** `sent` and `sending` of a campaign, `imported` of a file, `filled` of a form, `scanned` of a code, `joined` of a person, `bought` of the purchases of a day. */
        event: z.enum(['sent', 'sending', 'imported', 'filled', 'scanned', 'joined', 'bought']),
        /** What it leads to; null where nothing can be opened. */
        id: z.uuid().nullable(),
        name: z.string(),
        clientId: z.uuid().nullable(),
        /** People, scans of a code, or purchases. */
        count: z.number().int(),
        /** Of purchases: what they come to. */
        money: z.object({ amount: z.number().int(), currency: z.string() }).optional(),
        /** Of purchases: their day of the organization's calendar. */
        on: z.iso.date().optional(),
        at: Instant,
      }),
    ),
  }),
});
