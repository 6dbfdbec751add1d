import { z } from 'zod';
import { endpoint, NoReply } from './endpoint.ts';
import { Instant } from './fields.ts';
import { PriceId, Tier } from './plans.ts';

/** Days after the first failed payment in which everything goes on. */
export const graceDays = 14;

/** Why a bank refused, as far as people can do something about it. */
export const declineReasons = ['insufficient_funds', 'expired_card', 'lost_card', 'authentication', 'other'] as const;
export type DeclineReason = (typeof declineReasons)[number];

const Amount = z.object({
  /** In the smallest unit of the currency. */
  amount: z.number().int(),
  currency: z.string(),
});

export const Subscription = z.object({
  tier: Tier,
  status: z.enum(['active', 'past-due']),
  price: Amount,
  /** When the next period is charged, or what is paid ends. */
  periodEndsAt: Instant,
  /** Set once it was canceled: it goes on until then. */
  endsAt: Instant.nullable(),
});

/** A payment that failed and is tried again. */
export const PastDue = z.object({
  due: Amount,
  reason: z.enum(declineReasons),
  /** When each try was or will be; the last one is when the plan ends. */
  tries: z.array(z.object({ at: Instant, outcome: z.enum(['declined', 'next', 'plan-ends']) })),
  graceEndsAt: Instant,
  /** The grace is over: the limits of Lite hold until the invoice is paid. */
  isOver: z.boolean(),
  /** Where the open invoice can be paid. */
  invoiceUrl: z.string().nullable(),
});

export const BillingState = z.object({
  /** What is in force. */
  tier: Tier,
  subscription: Subscription.nullable(),
  pastDue: PastDue.nullable(),
  card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
  billedTo: z
    .object({
      email: z.string().nullable(),
      name: z.string().nullable(),
      address: z.string().nullable(),
      taxId: z.string().nullable(),
    })
    .nullable(),
  plans: z.array(
    z.object({
      tier: Tier,
      /** Null where there is nothing to buy. */
      priceId: PriceId.nullable(),
      /** Null while Stripe doesn't answer; Lite is free. */
      price: Amount.nullable(),
    }),
  ),
  usage: z.object({
    contacts: z.object({ used: z.number(), limit: z.number().nullable(), waiting: z.number() }),
    forms: z.object({ used: z.number(), limit: z.number().nullable() }),
    /** Live and paused ones, and sequences with people inside. */
    automations: z.object({ used: z.number(), limit: z.number().nullable() }),
    /** Since the period began, or in this calendar month without a subscription. */
    since: Instant,
    emailsSent: z.number(),
    scans: z.number(),
  }),
  /** Stripe's public key and the address of its card script. */
  payment: z.object({ publishableKey: z.string(), scriptUrl: z.string() }),
});
export type BillingState = z.infer<typeof BillingState>;

export const readBilling = endpoint({
  name: 'billing.read',
  method: 'GET',
  path: '/api/billing',
  needs: 'billing:manage',
  summary: 'The subscription as Stripe last reported it, the plans, and what is used of the own one.',
  reply: BillingState,
  limits: { cost: 'elsewhere' },
});

/** Of what Billing says, the part that admins read on every page. */
export const readBillingNotice = endpoint({
  name: 'billing.notice',
  method: 'GET',
  path: '/api/billing/notice',
  needs: 'billing:manage',
  summary: 'Whether a payment has failed, and until when everything works.',
  reply: z.object({
    pastDue: z.object({ plan: Tier, graceEndsAt: Instant, isOver: z.boolean() }).nullable(),
  }),
});

export const invoiceStates = ['paid', 'open', 'past-due', 'void'] as const;
export const Invoice = z.object({
  id: z.string(),
  number: z.string().nullable(),
  createdAt: Instant,
  tier: Tier.nullable(),
  state: z.enum(invoiceStates),
  total: Amount,
  /** Stripe's page of it, where an open one is paid. */
  url: z.string().nullable(),
  pdfUrl: z.string().nullable(),
});
export type Invoice = z.infer<typeof Invoice>;

export const listInvoices = endpoint({
  name: 'billing.invoices',
  method: 'GET',
  path: '/api/billing/invoices',
  needs: 'billing:manage',
  summary: 'The newest 24 invoices.',
  reply: z.object({ items: z.array(Invoice) }),
});

export const previewUpgrade = endpoint({
  name: 'billing.preview',
  method: 'GET',
  path: '/api/billing/preview',
  needs: 'billing:manage',
  summary: 'What an upgrade costs today and each month from then on.',
  query: z.strictObject({ priceId: PriceId }),
  reply: z.object({ today: Amount, monthly: Amount }),
  limits: { rate: { points: 60, seconds: 3_600, per: 'user' }, cost: 'elsewhere' },
});

export const createSubscription = endpoint({
  name: 'billing.subscribe',
  method: 'POST',
  path: '/api/stripe/create-subscription',
  needs: 'billing:manage',
  audit: { entity: 'organization', after: true },
  summary:
    'Begins an upgrade. The browser confirms the payment with the secret; the plan holds once Stripe reports it paid.',
  body: z.strictObject({ priceId: PriceId }),
  reply: z.object({
    subscriptionId: z.string(),
    /** Null when the stored card was charged and nothing is left to confirm. */
    clientSecret: z.string().nullable(),
  }),
  limits: { rate: { points: 20, seconds: 3_600, per: 'user' }, cost: 'elsewhere' },
});

export const createPortalSession = endpoint({
  name: 'billing.portal',
  method: 'POST',
  path: '/api/stripe/create-portal-session',
  needs: 'billing:manage',
  audit: { entity: 'organization', after: true },
  summary: "Opens Stripe's portal, where cards, addresses and tax ids are changed and a subscription is canceled.",
  reply: z.object({ url: z.url() }),
  limits: { rate: { points: 30, seconds: 3_600, per: 'user' }, cost: 'elsewhere' },
});

export const contactSales = endpoint({
  name: 'billing.contact-sales',
  method: 'POST',
  path: '/api/billing/sales-request',
  needs: 'billing:manage',
  audit: { entity: 'organization' },
  summary: 'Emails the operator that the organization asks for the System plan.',
  status: 204,
  reply: NoReply,
  limits: { rate: { points: 3, seconds: 86_400, per: 'user' } },
});

/** What of a plan can be missing. */
export const planNeeds = [
  'contacts',
  'forms',
  'qr-codes',
  'automations',
  'split-tests',
  'advanced-analytics',
  'white-label',
] as const;

export const askAdmin = endpoint({
  name: 'billing.ask-admin',
  method: 'POST',
  path: '/api/billing/ask-admin',
  needs: 'billing:ask',
  audit: { skip: 'own-view' },
  summary: 'Emails the admins of the organization that somebody needs a higher plan.',
  status: 204,
  body: z.strictObject({ need: z.enum(planNeeds) }),
  reply: NoReply,
  limits: { rate: { points: 3, seconds: 86_400, per: 'user' } },
});
