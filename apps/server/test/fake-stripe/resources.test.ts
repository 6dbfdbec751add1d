import { readFileSync } from 'node:fs';
import type Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Harness, intentIn, incomplete, startHarness } from './test-client.ts';

/** The samples that Stripe publishes for fakes of it (github.com/stripe/openapi, MIT licence). */
const samples = JSON.parse(readFileSync(new URL('fixtures.json', import.meta.url), 'utf8')) as Record<string, object>;
/** Left from older versions of the API; the types of the SDK have it no more. */
const outdated = new Set(['invoice.subscription']);

let fake: Harness;
let made: Record<string, object>;
beforeAll(async () => {
  fake = await startHarness();
  const { stripe } = fake;
  const { customer, subscription } = await fake.subscribed(fake.prices.core);
  const other = await stripe.subscriptions.create(incomplete(customer.id, fake.prices.plus));
  const { data: invoices } = await stripe.invoices.list({ customer: customer.id, expand: ['data.payments'] });
  const method = await stripe.subscriptions.retrieve(subscription.id, { expand: ['default_payment_method'] });
  made = {
    customer: await stripe.customers.retrieve(customer.id),
    price: await stripe.prices.retrieve(fake.prices.core),
    subscription,
    subscription_item: subscription.items.data[0]!,
    invoice: invoices[0]!,
    line_item: invoices[0]!.lines.data[0]!,
    invoice_payment: invoices[0]!.payments!.data[0]!,
    payment_intent: await stripe.paymentIntents.retrieve(intentIn(other)),
    payment_method: method.default_payment_method as Stripe.PaymentMethod,
    'billing_portal.session': await stripe.billingPortal.sessions.create({ customer: customer.id }),
    event: (await stripe.events.list()).data[0]!,
    deleted_customer: await stripe.customers.del(customer.id),
  };
});
afterAll(() => fake.close());

test.each(Object.keys(samples))('a %s has every field of the published sample', (name) => {
  const missing = Object.keys(samples[name]!).filter(
    (field) => !(field in made[name]!) && !outdated.has(`${name}.${field}`),
  );

  expect(missing).toEqual([]);
});

test('what was asked for is expanded, and what can be left out is left out', async () => {
  const { stripe } = fake;
  const { customer, subscription } = await fake.subscribed(fake.prices.core);
  await fake.control.storeCard(customer.id, '5555555555554444');
  await fake.control.addTaxId(customer.id, 'eu_vat', 'DE123456789');

  const bare = await stripe.customers.retrieve(customer.id);
  const whole = await stripe.customers.retrieve(customer.id, {
    expand: ['invoice_settings.default_payment_method', 'tax_ids', 'subscriptions.data.latest_invoice.payments'],
  });

  expect(bare).not.toHaveProperty('tax_ids');
  expect(whole).toMatchObject({
    invoice_settings: { default_payment_method: { card: { last4: '4444' } } },
    tax_ids: { data: [{ type: 'eu_vat', value: 'DE123456789' }] },
    subscriptions: { data: [{ id: subscription.id, latest_invoice: { payments: { data: [{ status: 'paid' }] } } }] },
  });
});
