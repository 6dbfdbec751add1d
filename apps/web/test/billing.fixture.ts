import type { BillingState, Invoice } from '@waggle/contracts/billing';

const usd = (amount: number) => ({ amount, currency: 'usd' });

/** Core, paid by card, with a quarter of the contacts used. */
export const core: BillingState = {
  tier: 'core',
  subscription: {
    tier: 'core',
    status: 'active',
    price: usd(2_900),
    periodEndsAt: '2026-05-28T12:00:00.000Z',
    endsAt: null,
  },
  pastDue: null,
  card: { brand: 'visa', last4: '4242' },
  billedTo: { email: 'jonah@example.com', name: null, address: null, taxId: null },
  plans: [
    { tier: 'lite', priceId: null, price: null },
    { tier: 'core', priceId: 'price_core', price: usd(2_900) },
    { tier: 'plus', priceId: 'price_plus', price: usd(7_900) },
    { tier: 'system', priceId: 'price_system', price: usd(19_900) },
  ],
  usage: {
    contacts: { used: 1_250, limit: 5_000, waiting: 0 },
    forms: { used: 6, limit: null },
    automations: { used: 4, limit: 5 },
    since: '2026-04-28T12:00:00.000Z',
    emailsSent: 21_480,
    scans: 1_936,
  },
  payment: { publishableKey: 'pk_test_1', scriptUrl: 'https://js.stripe.example/v3' },
};

export const lite: BillingState = {
  ...core,
  tier: 'lite',
  subscription: null,
  card: null,
  billedTo: null,
  usage: {
    contacts: { used: 41, limit: 100, waiting: 0 },
    forms: { used: 1, limit: 1 },
    automations: { used: 0, limit: 0 },
    since: '2026-05-01T00:00:00.000Z',
    emailsSent: 120,
    scans: 0,
  },
};

export const plus: BillingState = {
  ...core,
  tier: 'plus',
  subscription: { ...core.subscription!, tier: 'plus', price: usd(7_900) },
};

export const pastDue: BillingState = {
  ...core,
  subscription: { ...core.subscription!, status: 'past-due' },
  pastDue: {
    due: usd(2_900),
    reason: 'insufficient_funds',
    tries: [
      { at: '2026-05-28T12:00:00.000Z', outcome: 'declined' },
      { at: '2026-05-31T12:00:00.000Z', outcome: 'declined' },
      { at: '2026-06-03T12:00:00.000Z', outcome: 'next' },
      { at: '2026-06-07T12:00:00.000Z', outcome: 'next' },
      { at: '2026-06-11T12:00:00.000Z', outcome: 'plan-ends' },
    ],
    graceEndsAt: '2026-06-11T12:00:00.000Z',
    isOver: false,
    invoiceUrl: 'https://stripe.example/in_3',
  },
};

const invoice = (at: number, state: Invoice['state'], more: Partial<Invoice> = {}): Invoice => ({
  id: `in_${at}`,
  number: `WG-000${at}`,
  createdAt: `2026-0${at}-28T12:00:00.000Z`,
  tier: 'core',
  state,
  total: usd(2_900),
  url: `https://stripe.example/in_${at}`,
  pdfUrl: `https://stripe.example/in_${at}.pdf`,
  ...more,
});

export const invoices: Invoice[] = [
  invoice(5, 'past-due'),
  invoice(4, 'paid', { total: { amount: 4_200, currency: 'jpy' } }),
  invoice(3, 'void', { pdfUrl: null, tier: null }),
];
