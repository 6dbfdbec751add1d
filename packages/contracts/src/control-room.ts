import { z } from 'zod';
import { automationHolds } from './automations.ts';
import { holdReasons } from './campaign-holds.ts';
import { holds } from './campaigns.ts';
import { Client } from './clients.ts';
import { endpoint, idOf, NoReply } from './endpoint.ts';
import { Instant } from './fields.ts';
import { listQuery, listReply } from './listing.ts';
import { Tier } from './plans.ts';
import { recordPurposes } from './sending.ts';

/** Why a client needs somebody, worst first: those before `held` put it at risk. */
export const attentionKinds = [
  'paused',
  'bounces',
  'held',
  'automation',
  'domain',
  'connection',
  'complaints',
  'plan',
  'silent',
] as const;
export type AttentionKind = (typeof attentionKinds)[number];

export const clientHealths = ['at-risk', 'watch', 'good'] as const;
export type ClientHealth = (typeof clientHealths)[number];

/** In percent of the emails of 30 days; above it a client needs attention. */
export const bounceLimit = 5;
export const complaintLimit = 0.1;
/** In percent of the contacts that the plan of the whole agency allows. */
export const planShareLimit = 90;

/** Days for which a person is not told again of what a client needs. */
export const snoozeDays = 7;

const count = z.number().int();
const percent = z.number();
const money = z.number().int();

/** Figures are of 30 days with today, in the time zone of the organization, as the client's own screens have them. */
const ClientInControlRoom = Client.extend({
  /** Null shows the initials. */
  logoUrl: z.string().nullable(),
  health: z.enum(clientHealths),
  /** What the health comes from, worst first, without what the signed-in person has snoozed. */
  reasons: z.array(z.enum(attentionKinds)),
  /** Null while nothing that stands is snoozed. */
  snoozedUntil: Instant.nullable(),
  contacts: count,
  /** Contacts that the plan counts, of those it allows; null without a limit. */
  planShare: percent.nullable(),
  /** Contacts that came less those that were deleted. */
  growth: count,
  /** Contacts at the end of each day. */
  trend: z.array(count),
  lastSentAt: Instant.nullable(),
  /** Of what was sent; null where nothing was. */
  bounceRate: percent.nullable(),
  complaintRate: percent.nullable(),
  /** In the smallest unit of the currency; null while no purchase was ever recorded. */
  revenue: money.nullable(),
  /** Against the 30 days before; null where those have nothing to compare with. */
  revenueChange: percent.nullable(),
});
export type ClientInControlRoom = z.infer<typeof ClientInControlRoom>;

export const listClientFigures = endpoint({
  name: 'dashboard.clients',
  method: 'GET',
  path: '/api/dashboard/clients',
  needs: 'dashboard:read',
  summary:
    'Each active client of an agency with its health and its figures of 30 days, and the figures of the whole agency. Only where all clients are shown.',
  query: listQuery([
    'attention',
    'name',
    '-name',
    '-contacts',
    'contacts',
    '-growth',
    'growth',
    '-lastSent',
    'lastSent',
    '-revenue',
    'revenue',
  ]).extend({ health: z.enum(clientHealths).optional() }),
  reply: listReply(ClientInControlRoom).extend({
    /** Of the agency with all its clients and what belongs to none, as Overview and Analytics have them there. */
    sums: z.object({
      contacts: count,
      /** Contacts that the plan counts, and how many it allows; null is any number. */
      counted: count,
      limit: count.nullable(),
      tier: Tier,
      sent: count,
      deliveredRate: percent.nullable(),
      growth: count,
      /** Clients whose contacts grew, of all. */
      growing: count,
      clients: count,
      revenue: money.nullable(),
      revenueChange: percent.nullable(),
      currency: z.string().length(3),
    }),
    at: Instant,
  }),
});

const named = z.object({ id: z.uuid(), name: z.string() });
const campaign = named;
const planned = campaign.extend({ at: Instant });

const item = <Kind extends AttentionKind, Figures extends z.ZodRawShape>(kind: Kind, figures: Figures) =>
  z.object({
    kind: z.literal(kind),
    /** The same for the same item in each answer. */
    key: z.string(),
    client: z.object({ id: z.uuid(), name: z.string(), logoUrl: z.string().nullable() }),
    since: Instant,
    /** Where in the dashboard it is looked at, once the client is shown. */
    path: z.string(),
    ...figures,
  });

const AttentionItem = z.discriminatedUnion('kind', [
  /** Bounces or complaints of the campaign stopped it; `rate` is of what was sent. */
  item('paused', { hold: z.enum(holds), campaign, sent: count, rate: percent, waiting: count }),
  item('bounces', { campaign, bounced: count, sent: count, rate: percent }),
  item('held', { hold: z.enum(holdReasons), campaign, waiting: count }),
  /** `waiting`: people inside. Of a sequence `path` leads to its campaign. */
  item('automation', { hold: z.enum(automationHolds), automation: named, waiting: count }),
  /** `failing` and `passing` are of the records that must be there. */
  item('domain', {
    domain: z.string(),
    failing: z.array(z.object({ purpose: z.enum(recordPurposes), isMissing: z.boolean() })),
    passing: z.array(z.enum(recordPurposes)),
    next: planned.nullable(),
  }),
  /** The name is for those who may see connections. */
  item('connection', { connection: z.string().nullable() }),
  item('complaints', { campaign, complained: count, rate: percent }),
  item('plan', { counted: count, limit: count, share: percent }),
  item('silent', { days: count, revenueChange: percent.nullable(), next: planned.nullable() }),
]);
export type AttentionItem = z.infer<typeof AttentionItem>;

/** Items of one answer. */
export const mostAttention = 20;

export const listAttention = endpoint({
  name: 'dashboard.attention',
  method: 'GET',
  path: '/api/dashboard/clients/attention',
  needs: 'dashboard:read',
  summary:
    'Clients of an agency that need attention, worst first, at most 20, each with the worst of its reasons: campaigns on hold, domains and connections that fail, too many bounces or complaints, clients with more than 90 % of the contacts of the plan, and clients without a campaign for 30 days. What the signed-in person has snoozed is left out. Only where all clients are shown.',
  reply: z.object({
    items: z.array(AttentionItem),
    /** Clients that need attention. */
    total: count,
    /** Clients that need it, and of whom the signed-in person wants to hear later. */
    snoozed: count,
    /** Clients that do not. */
    clear: count,
  }),
});

export const snoozeClient = endpoint({
  name: 'dashboard.snooze-client',
  method: 'PUT',
  path: '/api/dashboard/clients/:clientId/snooze',
  needs: 'dashboard:read',
  audit: { skip: 'own-view' },
  summary:
    'Leaves these reasons of a client out of what needs attention for 7 days, for the signed-in person alone; without any, shows all of them again. What comes up afterwards is shown at once. Only where all clients are shown.',
  status: 204,
  params: z.strictObject({ clientId: idOf('client') }),
  body: z.strictObject({ reasons: z.array(z.enum(attentionKinds)).max(attentionKinds.length) }),
  reply: NoReply,
});
