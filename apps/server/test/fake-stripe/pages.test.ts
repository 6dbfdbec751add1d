import { afterAll, beforeAll, expect, test } from 'vitest';
import { day, type Harness, startHarness } from './test-client.ts';

let fake: Harness;
beforeAll(async () => (fake = await startHarness()));
afterAll(() => fake.close());

const card = (number: string) => new URLSearchParams({ number, expiry: '12 / 40', cvc: '123' });
const press = (url: string, action: string, body?: URLSearchParams) =>
  fetch(`${url}/${action}`, { method: 'POST', ...(body && { body }) });
const read = (id: string) => fake.stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] });

test('in the portal a person changes the card, pays what is open, and cancels', async () => {
  const { customer, subscription } = await fake.subscribed(fake.prices.core, 'pm_card_chargeCustomerFail');
  await fake.control.advance(32 * day);
  const session = await fake.stripe.billingPortal.sessions.create({
    customer: customer.id,
    return_url: 'https://waggle.test/billing',
  });

  const page = await (await fetch(session.url)).text();
  const changed = await press(session.url, 'card', card('4242 4242 4242 4242'));
  await press(session.url, 'pay');
  const paid = await read(subscription.id);
  await press(session.url, 'cancel');
  const canceling = await read(subscription.id);
  await press(session.url, 'renew');
  const goingOn = await read(subscription.id);
  await press(session.url, 'cancel-now');
  const canceled = await read(subscription.id);

  expect(page).toContain('href="https://waggle.test/billing"');
  expect(page).toContain('past_due');
  expect(await changed.text()).toContain('visa ending in 4242');
  expect(paid).toMatchObject({ status: 'active', latest_invoice: { status: 'paid' } });
  expect([canceling, goingOn].map((each) => each.cancel_at_period_end)).toEqual([true, false]);
  expect(canceled.status).toBe('canceled');
});

test('a flow of the portal leads back when it is done', async () => {
  const { customer } = await fake.subscribed(fake.prices.core);
  const session = await fake.stripe.billingPortal.sessions.create({
    customer: customer.id,
    flow_data: {
      type: 'payment_method_update',
      after_completion: { type: 'redirect', redirect: { return_url: 'https://waggle.test/done' } },
    },
  });

  const changed = await fetch(`${session.url}/card`, {
    method: 'POST',
    body: card('4242424242424242'),
    redirect: 'manual',
  });

  expect(changed.headers.get('location')).toBe('https://waggle.test/done');
});

test('an open invoice has a page where it is paid, and a PDF', async () => {
  const { subscription } = await fake.subscribed(fake.prices.core, 'pm_card_chargeCustomerFail');
  await fake.control.advance(32 * day);
  const { id } = (await read(subscription.id)).latest_invoice as { id: string };
  const { hosted_invoice_url: url, invoice_pdf: pdf } = await fake.stripe.invoices.retrieve(id);

  const declined = await fetch(url!, { method: 'POST', body: card('4000000000009995') });
  const paid = await fetch(url!, { method: 'POST', body: card('4242424242424242') });
  const file = await fetch(pdf!);

  expect([declined.status, await declined.text()]).toEqual([400, 'Your card has insufficient funds.']);
  expect(await paid.text()).toContain('Status: paid');
  expect((await read(subscription.id)).status).toBe('active');
  expect(file.headers.get('content-type')).toContain('application/pdf');
  expect(await file.text()).toMatch(/^%PDF-1\.4[\s\S]*%%EOF$/);
});
