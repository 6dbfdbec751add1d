import { afterAll, beforeAll, expect, test } from 'vitest';
import { day, type Harness, incomplete, intentIn, invoiceIn, startHarness, upgrade } from './test-client.ts';

let fake: Harness;
beforeAll(async () => (fake = await startHarness()));
afterAll(() => fake.close());

const read = (id: string) =>
  fake.stripe.subscriptions.retrieve(id, { expand: ['latest_invoice', 'default_payment_method'] });

test('a subscription is incomplete until its first payment, and keeps the card it was paid with', async () => {
  const customer = await fake.stripe.customers.create({ email: 'ada@example.com', name: 'Ada' });

  const created = await fake.stripe.subscriptions.create(incomplete(customer.id, fake.prices.core));
  const refused = fake.stripe.paymentIntents.confirm(intentIn(created), { payment_method: 'pm_card_chargeDeclined' });
  await expect(refused).rejects.toMatchObject({
    statusCode: 402,
    code: 'card_declined',
    decline_code: 'generic_decline',
  });
  const between = await read(created.id);
  const paid = await fake.stripe.paymentIntents.confirm(intentIn(created), { payment_method: 'pm_card_visa' });
  const after = await read(created.id);

  expect(created.status).toBe('incomplete');
  expect(between).toMatchObject({ status: 'incomplete', latest_invoice: { status: 'open', attempt_count: 1 } });
  expect(paid).toMatchObject({ status: 'succeeded', amount_received: 2_900 });
  expect(after).toMatchObject({
    status: 'active',
    default_payment_method: { card: { brand: 'visa', last4: '4242' } },
    latest_invoice: { status: 'paid', amount_paid: 2_900, billing_reason: 'subscription_create' },
  });
});

test('without a card a subscription is refused unless it may begin incomplete', async () => {
  const customer = await fake.stripe.customers.create();

  const created = fake.stripe.subscriptions.create({ customer: customer.id, items: [{ price: fake.prices.core }] });

  await expect(created).rejects.toMatchObject({ statusCode: 400, code: 'resource_missing' });
});

test('a stored card is charged at once', async () => {
  const customer = await fake.stripe.customers.create();
  await fake.control.storeCard(customer.id, '4242424242424242');

  const created = await fake.stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: fake.prices.plus }],
  });

  expect(created.status).toBe('active');
});

test('a subscription that nobody pays for expires after 23 hours', async () => {
  const customer = await fake.stripe.customers.create();
  const { id } = await fake.stripe.subscriptions.create(incomplete(customer.id, fake.prices.core));

  await fake.control.advance(23 * 3_600 - 60);
  const before = await read(id);
  await fake.control.advance(120);
  const after = await read(id);
  const listed = await fake.stripe.subscriptions.list({ customer: customer.id });
  const all = await fake.stripe.subscriptions.list({ customer: customer.id, status: 'all' });

  expect(before.status).toBe('incomplete');
  expect(after).toMatchObject({ status: 'incomplete_expired', latest_invoice: { status: 'void' } });
  expect(listed.data).toEqual([]);
  expect(all.data).toHaveLength(1);
});

test('an upgrade charges what its preview said, by the second', async () => {
  const { subscription } = await fake.subscribed(fake.prices.core);
  const [item] = subscription.items.data;
  await fake.control.advance(10 * day + 12_345);
  const at = await fake.control.now();
  const change = { items: [{ id: item!.id, price: fake.prices.plus }], proration_behavior: 'always_invoice' as const };

  const preview = await fake.stripe.invoices.createPreview({
    subscription: subscription.id,
    subscription_details: { ...change, proration_date: at },
  });
  const monthly = await fake.stripe.invoices.createPreview({
    subscription: subscription.id,
    subscription_details: { ...change, proration_date: at },
    preview_mode: 'recurring',
  });
  const changed = await fake.stripe.subscriptions.update(subscription.id, {
    ...upgrade(subscription, fake.prices.plus),
    proration_date: at,
    expand: ['latest_invoice'],
  });

  const left = item!.current_period_end - at;
  const whole = item!.current_period_end - item!.current_period_start;
  const [credit, charge] = [Math.round((2_900 * left) / whole), Math.round((7_900 * left) / whole)];
  const lines = [{ amount: -credit }, { amount: charge }];
  expect(preview).toMatchObject({ amount_due: charge - credit, lines: { data: lines } });
  expect(monthly.amount_due).toBe(7_900);
  expect(invoiceIn(changed)).toMatchObject({ status: 'paid', amount_paid: preview.amount_due, lines: { data: lines } });
  expect(changed.items.data[0]!.price.id).toBe(fake.prices.plus);
  expect(changed.items.data[0]!.current_period_end).toBe(item!.current_period_end);
});

test('a second upgrade credits the share that is left of what the first one charged', async () => {
  const { subscription } = await fake.subscribed(fake.prices.core);
  const end = subscription.items.data[0]!.current_period_end;
  const upgradeTo = (price: string, at: number) =>
    fake.stripe.subscriptions.update(subscription.id, {
      ...upgrade(subscription, price),
      proration_date: at,
      expand: ['latest_invoice'],
    });
  await fake.control.advance(5 * day);
  const first = invoiceIn(await upgradeTo(fake.prices.plus, end - 20 * day)).lines.data[1]!;

  const second = invoiceIn(await upgradeTo(fake.prices.system, end - 10 * day));

  const [credit] = second.lines.data;
  expect(credit!.amount).toBe(-Math.round(first.amount / 2));
  expect(credit!.parent!.subscription_item_details!.proration_details!.credited_items).toEqual({
    invoice: first.invoice,
    invoice_line_items: [first.id],
  });
});

test('an upgrade whose payment fails waits for it, and is dropped after 23 hours', async () => {
  const { subscription, customer } = await fake.subscribed(fake.prices.core);
  await fake.control.advance(day);
  await fake.control.cardDeclines(customer.id, 'insufficient_funds');

  const waiting = await fake.stripe.subscriptions.update(subscription.id, upgrade(subscription, fake.prices.plus));
  await fake.control.cardDeclines(customer.id, null);
  await fake.stripe.invoices.pay(waiting.latest_invoice as string);
  const applied = await read(subscription.id);
  await fake.control.declineNext('expired_card');
  await fake.stripe.subscriptions.update(subscription.id, upgrade(subscription, fake.prices.system));
  await fake.control.advance(24 * 3_600);
  const dropped = await read(subscription.id);

  expect(waiting).toMatchObject({
    status: 'active',
    pending_update: { subscription_items: [{ price: { id: fake.prices.plus } }] },
  });
  expect(waiting.items.data[0]!.price.id).toBe(fake.prices.core);
  expect(applied).toMatchObject({ pending_update: null, items: { data: [{ price: { id: fake.prices.plus } }] } });
  expect(dropped).toMatchObject({
    status: 'active',
    pending_update: null,
    latest_invoice: { status: 'void' },
    items: { data: [{ price: { id: fake.prices.plus } }] },
  });
});

test('an update while another one waits takes its place', async () => {
  const { subscription, customer } = await fake.subscribed(fake.prices.core);
  await fake.control.cardDeclines(customer.id, 'lost_card');
  const first = await fake.stripe.subscriptions.update(subscription.id, upgrade(subscription, fake.prices.plus));
  await fake.control.cardDeclines(customer.id, null);

  const second = await fake.stripe.subscriptions.update(subscription.id, {
    ...upgrade(subscription, fake.prices.system),
    cancel_at_period_end: true,
  });

  const voided = await fake.stripe.invoices.retrieve(first.latest_invoice as string);
  expect(voided.status).toBe('void');
  expect(second).toMatchObject({
    pending_update: null,
    cancel_at_period_end: true,
    items: { data: [{ price: { id: fake.prices.system } }] },
  });
});

test('a renewal that fails is retried after 3 and 7 days, and a new card recovers it', async () => {
  const { subscription, customer } = await fake.subscribed(fake.prices.core, 'pm_card_chargeCustomerFail');
  const end = subscription.items.data[0]!.current_period_end;

  await fake.control.advance(end - (await fake.control.now()));
  const draft = await read(subscription.id);
  await fake.control.advance(3_600);
  const first = await read(subscription.id);
  await fake.control.advance(3 * day);
  const second = await read(subscription.id);
  await fake.control.advance(4 * day);
  const last = await read(subscription.id);
  const reasons = await fake.stripe.invoicePayments.list({
    invoice: invoiceIn(last).id,
    expand: ['data.payment.payment_intent'],
  });
  await fake.control.storeCard(customer.id, '5555555555554444');
  await fake.stripe.invoices.pay(invoiceIn(last).id);
  const recovered = await read(subscription.id);

  expect(draft).toMatchObject({
    status: 'active',
    latest_invoice: { status: 'draft', billing_reason: 'subscription_cycle' },
  });
  const failedAt = end + 3_600;
  expect(first).toMatchObject({
    status: 'past_due',
    latest_invoice: { attempt_count: 1, next_payment_attempt: failedAt + 3 * day },
  });
  expect(second.latest_invoice).toMatchObject({ attempt_count: 2, next_payment_attempt: failedAt + 7 * day });
  expect(last).toMatchObject({ status: 'past_due', latest_invoice: { attempt_count: 3, next_payment_attempt: null } });
  expect(reasons.data[0]!.payment.payment_intent).toMatchObject({
    last_payment_error: { decline_code: 'generic_decline' },
  });
  expect(recovered).toMatchObject({
    status: 'active',
    latest_invoice: { status: 'paid' },
    default_payment_method: { card: { last4: '4444' } },
  });
});

test('a subscription goes on for years, and ends when it is canceled', async () => {
  const { subscription } = await fake.subscribed(fake.prices.core);

  await fake.control.advance(400 * day);
  const invoices = await fake.stripe.invoices.list({ subscription: subscription.id, status: 'paid', limit: 100 });
  await fake.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
  const canceling = await read(subscription.id);
  await fake.control.advance(32 * day);
  const ended = await read(subscription.id);

  expect(invoices.data).toHaveLength(14);
  expect(canceling).toMatchObject({ status: 'active', cancel_at: canceling.items.data[0]!.current_period_end });
  expect(ended).toMatchObject({ status: 'canceled', ended_at: canceling.cancel_at });
  await expect(fake.stripe.subscriptions.cancel(subscription.id)).rejects.toMatchObject({ code: 'resource_missing' });
});

test('a downgrade leaves a credit that the next invoice uses', async () => {
  const { subscription, customer } = await fake.subscribed(fake.prices.plus);

  await fake.stripe.subscriptions.update(subscription.id, upgrade(subscription, fake.prices.core));
  const credited = await fake.stripe.customers.retrieve(customer.id);
  const next = await fake.stripe.invoices.createPreview({ subscription: subscription.id });

  expect(credited).toMatchObject({ balance: -5_000 });
  expect(next).toMatchObject({ total: 2_900, amount_due: 0 });
});

test('a subscription that is canceled at once says why, and what it owes is collected no more', async () => {
  const { subscription } = await fake.subscribed(fake.prices.core, 'pm_card_chargeCustomerFail');
  await fake.control.advance(32 * day);

  const canceled = await fake.stripe.subscriptions.cancel(subscription.id, {
    cancellation_details: { comment: 'Too dear', feedback: 'too_expensive' },
    expand: ['latest_invoice'],
  });

  expect(canceled).toMatchObject({
    status: 'canceled',
    cancellation_details: { comment: 'Too dear', feedback: 'too_expensive', reason: 'cancellation_requested' },
    latest_invoice: { status: 'open', auto_advance: false, next_payment_attempt: null },
  });
});

test('what becomes of a subscription after the last retry is a setting', async () => {
  const { subscription } = await fake.subscribed(fake.prices.core, 'pm_card_chargeCustomerFail');
  await fake.control.afterLastRetry('cancel');

  await fake.control.advance(31 * day + 7_200 + 7 * day);
  await fake.control.afterLastRetry('past_due');

  const after = await read(subscription.id);
  expect(after).toMatchObject({ status: 'canceled', cancellation_details: { reason: 'payment_failed' } });
});

test('a customer who is deleted while the renewal is a draft is never charged for it', async () => {
  const { subscription, customer } = await fake.subscribed(fake.prices.core);
  const end = subscription.items.data[0]!.current_period_end;
  await fake.control.advance(end - (await fake.control.now()) + 60);

  await fake.stripe.customers.del(customer.id);
  await fake.control.advance(day);

  const after = await read(subscription.id);
  expect(after).toMatchObject({ status: 'canceled', latest_invoice: { status: 'draft', auto_advance: false } });
});

test('a deleted customer has no subscriptions any more', async () => {
  const { subscription, customer } = await fake.subscribed(fake.prices.core);

  const deleted = await fake.stripe.customers.del(customer.id);
  const after = await read(subscription.id);

  expect(deleted).toMatchObject({ id: customer.id, object: 'customer', deleted: true });
  expect(after.status).toBe('canceled');
  await expect(fake.stripe.customers.retrieve(customer.id)).resolves.toMatchObject({ deleted: true });
});
