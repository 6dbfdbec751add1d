import { z } from 'zod';
import { ClientOfNew } from './clients.ts';
import { endpoint, idOf, NoReply } from './endpoint.ts';
import { Instant, line } from './fields.ts';
import { listReply } from './listing.ts';
import { isCurrency } from './money.ts';

export const Currency = z.string().refine(isCurrency, 'Choose a currency');

export const touchKinds = ['scan', 'form', 'click'] as const;
export type TouchKind = (typeof touchKinds)[number];
export const purchaseSources = ['manual', 'file', 'stripe', 'shopify', 'signed'] as const;
/** How a purchase is shared among what led to it. */
export const attributionModels = ['last', 'first', 'linear', 'position'] as const;
export type AttributionModel = (typeof attributionModels)[number];

const Touch = z.object({
  kind: z.enum(touchKinds),
  /** The QR code, the form or the campaign. */
  subjectId: z.uuid(),
  /** Null once it is deleted. */
  name: z.string().nullable(),
  at: Instant,
  /** Its part of the amount by each model. */
  shares: z.object({
    last: z.number().int(),
    first: z.number().int(),
    linear: z.number().int(),
    position: z.number().int(),
  }),
});

export const Purchase = z.object({
  id: z.uuid(),
  clientId: z.uuid().nullable(),
  /** Null where nobody is known, and once the person is erased or deleted. */
  contact: z.object({ id: z.uuid(), email: z.string(), name: z.string() }).nullable(),
  source: z.enum(purchaseSources),
  orderName: z.string().nullable(),
  description: z.string().nullable(),
  paid: z.object({ amount: z.number().int(), refunded: z.number().int(), currency: z.string() }),
  /** Less what was refunded, in the currency of the organization; null until there is a rate for its day. */
  amount: z.number().int().nullable(),
  purchasedAt: Instant,
  /** What the person did in the seven days before, oldest first. */
  touches: z.array(Touch),
  /** Of those typed in and those out of a file; a shop tells its own. */
  mayChange: z.boolean(),
});
export type Purchase = z.infer<typeof Purchase>;

/** People who touched this one before they bought; at most one of them. */
const source = {
  qrCodeId: idOf('qr-code').optional(),
  formId: idOf('form').optional(),
  campaignId: idOf('campaign').optional(),
};

export const listPurchases = endpoint({
  name: 'purchases.list',
  method: 'GET',
  path: '/api/purchases',
  needs: 'purchases:read',
  summary:
    'Purchases with what led to them, newest first: all, of a contact, or of people who touched a code, a form or a campaign before they bought.',
  query: z.strictObject({
    contactId: idOf('contact').optional(),
    ...source,
    /** Days of the organization's calendar, both included. */
    from: z.iso.date().optional(),
    to: z.iso.date().optional(),
    cursor: z.string().max(2_000).optional(),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  reply: listReply(Purchase).extend({
    currency: z.string(),
    /** Of all that match. */
    amount: z.number().int(),
    /** Purchases that are not in the sum, because a rate is missing. */
    unconverted: z.number().int(),
  }),
  limits: { cost: 'long-question' },
});

const typedAmount = line(20, 'Enter an amount').min(1, 'Enter an amount');

export const addPurchase = endpoint({
  name: 'purchases.create',
  method: 'POST',
  path: '/api/purchases',
  needs: 'purchases:write',
  audit: { entity: 'purchase' },
  summary: 'Records what a contact bought. An order number is taken once; the same one again changes nothing.',
  status: 201,
  body: z.strictObject({
    contactId: idOf('contact'),
    /** With a point before the fraction: 12.50. */
    amount: typedAmount,
    currency: Currency,
    purchasedAt: Instant.optional(),
    orderName: line(100).optional(),
    description: line(200).optional(),
  }),
  reply: Purchase.extend({ isNew: z.boolean() }),
});

const purchasePath = z.strictObject({ purchaseId: idOf('purchase') });

export const refundPurchase = endpoint({
  name: 'purchases.refund',
  method: 'POST',
  path: '/api/purchases/:purchaseId/refund',
  needs: 'purchases:write',
  audit: { entity: 'purchase' },
  summary: 'Subtracts what was given back, or all of it. Figures follow as if it had never been paid.',
  params: purchasePath,
  body: z.strictObject({ amount: typedAmount.optional() }),
  reply: Purchase,
});

export const deletePurchase = endpoint({
  name: 'purchases.delete',
  method: 'DELETE',
  path: '/api/purchases/:purchaseId',
  needs: 'purchases:write',
  audit: { entity: 'purchase' },
  summary: 'Deletes a purchase that was typed in or came out of a file.',
  status: 204,
  params: purchasePath,
  reply: NoReply,
});

export const readRevenue = endpoint({
  name: 'purchases.revenue',
  method: 'GET',
  path: '/api/purchases/revenue',
  needs: 'purchases:read',
  summary:
    'What people paid who scanned a code, filled in a form or clicked an email in the seven days before, and which part of it is theirs by each model.',
  query: z.strictObject(source),
  reply: z.object({
    currency: z.string(),
    /** All that was paid by people who touched it; a purchase may have several such sources. */
    touched: z.number().int(),
    purchases: z.number().int(),
    shares: z.object({
      last: z.number().int(),
      first: z.number().int(),
      linear: z.number().int(),
      position: z.number().int(),
    }),
  }),
});

export const setCurrency = endpoint({
  name: 'purchases.currency',
  method: 'PUT',
  path: '/api/purchases/currency',
  needs: 'organization:manage',
  audit: { entity: 'organization' },
  summary:
    'Chooses the currency of the organization. Purchases in other currencies are converted by the rates of their days.',
  body: z.strictObject({ currency: Currency }),
  reply: z.object({ currency: z.string(), unconverted: z.number().int() }),
});

export const readCurrency = endpoint({
  name: 'purchases.read-currency',
  method: 'GET',
  path: '/api/purchases/currency',
  needs: 'purchases:read',
  summary: 'The currency of the organization, and how many purchases wait for a rate.',
  reply: z.object({ currency: z.string(), unconverted: z.number().int() }),
});

/** Purchases out of one file. */
export const mostPurchaseRows = 2_000;

export const PurchaseRow = z.strictObject({
  email: z.string().max(254),
  amount: z.string().max(40),
  currency: z.string().max(10),
  /** A day or an instant; none is now. */
  purchasedAt: z.string().max(40),
  orderName: z.string().max(200),
  description: z.string().max(300),
});
export type PurchaseRow = z.infer<typeof PurchaseRow>;

export const checkPurchaseFile = endpoint({
  name: 'purchases.check-file',
  method: 'POST',
  path: '/api/purchases/file',
  needs: 'purchases:write',
  audit: { skip: 'recorded-later' },
  summary:
    'Reads a CSV file with email, amount, currency, date, order and description, and says what is wrong in which row.',
  upload: true,
  reply: z.object({
    rows: z.array(
      PurchaseRow.extend({
        /** As a spreadsheet counts: the header is row 1. */
        row: z.number().int(),
        error: z.string().nullable(),
      }),
    ),
  }),
  limits: { cost: 'elsewhere', bodyBytes: 1_048_576, rate: { points: 60, seconds: 3_600, per: 'user' } },
});

export const addPurchases = endpoint({
  name: 'purchases.create-many',
  method: 'POST',
  path: '/api/purchases/many',
  needs: 'purchases:write',
  audit: { entity: 'purchase' },
  summary:
    'Records the purchases of a file, all or none. Each needs an order number, so that the same file brings nothing twice; buyers become contacts.',
  status: 201,
  body: z.strictObject({ rows: z.array(PurchaseRow).min(1).max(mostPurchaseRows), clientId: ClientOfNew }),
  reply: z.object({ added: z.number().int(), known: z.number().int(), withoutContact: z.number().int() }),
  limits: { bodyBytes: 2_097_152, rate: { points: 60, seconds: 3_600, per: 'user' } },
});
