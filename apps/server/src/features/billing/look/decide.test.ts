import type { Tier } from '@waggle/contracts/plans';
import type Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import { decide } from './decide.ts';
import type { Facts } from './facts.ts';

const seconds = (time: string) => Date.parse(time) / 1_000;
const created = seconds('2026-03-01T00:00:00Z');
const dueDay = seconds('2026-03-31T00:00:00Z');
const plans: Record<string, Tier> = { price_core: 'core', price_plus: 'plus' };
const prices = { tierOf: (id: string) => plans[id] };

function subscription(status: Stripe.Subscription.Status, { id = 'sub_1', price = 'price_core' } = {}) {
  const item = {
    current_period_start: created,
    current_period_end: seconds('2026-04-01T00:00:00Z'),
    price: { id: price, unit_amount: 2_900, currency: 'usd' },
  };
  const ends = { cancel_at: null, cancel_at_period_end: false };
  return { id, status, created, ...ends, items: { data: [item] } } as unknown as Stripe.Subscription;
}

/** As Stripe emails it: nobody's card is tried. */
const sent = (more: Partial<Stripe.Invoice> = {}) =>
  ({
    id: 'in_1',
    status: 'open',
    collection_method: 'send_invoice',
    attempt_count: 0,
    created,
    due_date: dueDay,
    amount_remaining: 2_900,
    hosted_invoice_url: 'https://stripe.example/in_1',
    next_payment_attempt: null,
    parent: { subscription_details: { subscription: 'sub_1' } },
    ...more,
  }) as Stripe.Invoice;

type Known = Partial<Pick<Facts, 'subscriptions' | 'invoices'>> & { graceEndsAt?: string };

const decided = (at: string, { subscriptions = [subscription('past_due')], invoices = [], graceEndsAt }: Known = {}) =>
  decide({ customer: {} as Stripe.Customer, subscriptions, invoices, declineCode: null }, prices, {
    now: new Date(at),
    graceEndsAt: graceEndsAt ? new Date(graceEndsAt) : null,
  });

describe('an invoice that was sent by email', () => {
  test('is due from its day on, which begins the 14 days', () => {
    const { tier, due } = decided('2026-04-10T00:00:00Z', { invoices: [sent()] });

    expect(tier).toBe('core');
    expect(due).toMatchObject({
      invoiceId: 'in_1',
      amount: 2_900,
      url: 'https://stripe.example/in_1',
      firstAt: new Date('2026-03-31T00:00:00Z'),
      graceEndsAt: new Date('2026-04-14T00:00:00Z'),
    });
    expect(decided('2026-04-14T00:00:00Z', { invoices: [sent()] }).tier).toBe('lite');
  });

  test('is not due before its day, and a draft never is', () => {
    const due = seconds('2026-05-01T00:00:00Z');
    const invoices = [sent({ id: 'in_2', due_date: due }), sent({ id: 'in_3', status: 'draft' }), sent()];

    expect(decided('2026-04-10T00:00:00Z', { invoices }).due).toMatchObject({ invoiceId: 'in_1', amount: 2_900 });
  });
});

describe('a subscription that is past due without an invoice that says since when', () => {
  test('begins its grace now, and not weeks ago with the period', () => {
    const { tier, due } = decided('2026-03-25T00:00:00Z');

    expect({ tier, graceEndsAt: due?.graceEndsAt }).toEqual({
      tier: 'core',
      graceEndsAt: new Date('2026-04-08T00:00:00Z'),
    });
  });

  test('keeps the end of the grace that runs', () => {
    const graceEndsAt = '2026-03-28T12:00:00Z';

    expect(decided('2026-03-25T00:00:00Z', { graceEndsAt }).due?.graceEndsAt).toEqual(new Date(graceEndsAt));
    expect(decided('2026-03-28T12:00:00Z', { graceEndsAt }).tier).toBe('lite');
  });
});

test('an unpaid subscription has its grace like one that is past due', () => {
  const subscriptions = [subscription('unpaid')];
  const invoices = [sent({ collection_method: 'charge_automatically', attempt_count: 4, due_date: null })];

  expect(decided('2026-03-10T00:00:00Z', { subscriptions, invoices })).toMatchObject({
    tier: 'core',
    subscription: { status: 'past-due' },
    due: { invoiceId: 'in_1', graceEndsAt: new Date('2026-03-15T00:00:00Z') },
  });
  expect(decided('2026-03-15T00:00:00Z', { subscriptions, invoices }).tier).toBe('lite');
});

test('every live subscription of a plan is named, and no other', () => {
  const subscriptions = [
    subscription('active'),
    subscription('unpaid', { id: 'sub_2', price: 'price_plus' }),
    subscription('canceled', { id: 'sub_3' }),
    subscription('active', { id: 'sub_4', price: 'price_of_help' }),
  ];

  expect(decided('2026-03-10T00:00:00Z', { subscriptions }).live.toSorted()).toEqual(['sub_1', 'sub_2']);
});
