import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Person, registerAdmin } from '../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../test/harness/test-api.ts';
import { createPurchaseScene, type PurchaseScene } from './test-harness.ts';

let api: TestApi;
let admin: Person;
let scene: PurchaseScene;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  admin = await registerAdmin(api);
  scene = createPurchaseScene(api, admin);
});

describe('a purchase', () => {
  test('is shared among what led to it, and every model adds up to what was paid', async () => {
    const { id } = await scene.addContact();
    const [code, form, one, other] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    await scene.touch(id, 'scan', code, 6);
    await scene.touch(id, 'form', form, 5);
    await scene.touch(id, 'click', one, 3);
    await scene.touch(id, 'click', other, 1);
    await scene.touch(id, 'scan', code, 0.5);
    await scene.touch(id, 'click', randomUUID(), 8);

    const bought = await scene.buy(id, '100.01');

    expect(bought.touches.map(({ kind, subjectId }) => [kind, subjectId])).toEqual([
      ['scan', code],
      ['form', form],
      ['click', one],
      ['click', other],
      ['scan', code],
    ]);
    expect(bought.touches.map(({ shares }) => shares.last)).toEqual([0, 0, 0, 10_001, 0]);
    expect(bought.touches.map(({ shares }) => shares.first)).toEqual([10_001, 0, 0, 0, 0]);
    expect(bought.touches.map(({ shares }) => shares.linear)).toEqual([2_000, 2_000, 2_001, 2_000, 2_000]);
    expect(bought.touches.map(({ shares }) => shares.position)).toEqual([4_000, 667, 667, 667, 4_000]);
    expect(await scene.revenue(code)).toMatchObject({
      touched: 10_001,
      purchases: 1,
      last: 0,
      first: 10_001,
      linear: 4_000,
      position: 8_000,
    });
    await scene.expectSums(10_001);
  });

  test('without anything before it has no source, and is still in the sum of every model', async () => {
    const { id } = await scene.addContact();

    const bought = await scene.buy(id, '7');

    expect(bought).toMatchObject({ touches: [], amount: 700, contact: { id }, mayChange: true });
    await scene.expectSums(700);
  });

  test('is attributed anew when a touch is told late, and when a click turns out to be a program', async () => {
    const { id } = await scene.addContact();
    const campaign = randomUUID();
    const bought = await scene.buy(id, '10');
    const touch = await scene.touch(id, 'click', campaign, 2);
    const late = await scene.revenue(campaign);

    await scene.untouch(id, touch);

    expect(late).toMatchObject({ touched: 1_000, last: 1_000 });
    expect(await scene.revenue(campaign)).toMatchObject({ touched: 0, purchases: 0, last: 0 });
    expect((await scene.list()).items).toMatchObject([{ id: bought.id, touches: [] }]);
    await scene.expectSums(1_000);
  });

  test('is taken back by a refund everywhere, in parts and never more than was paid', async () => {
    const { id } = await scene.addContact();
    const code = randomUUID();
    await scene.touch(id, 'scan', code, 1);
    const bought = await scene.buy(id, '30');
    const path = `/api/purchases/${bought.id}/refund`;

    const part = await admin.request('POST', path, { amount: '10.00' });
    const tooMuch = await admin.request('POST', path, { amount: '20.01' });
    const afterPart = await scene.revenue(code);
    await scene.expectSums(2_000);
    const rest = await admin.request('POST', path, {});

    expect(part.body).toMatchObject({ amount: 2_000, paid: { amount: 3_000, refunded: 1_000 } });
    expect(tooMuch.status).toBe(400);
    expect(afterPart).toMatchObject({ touched: 2_000, purchases: 1 });
    expect(rest.body).toMatchObject({ amount: 0 });
    expect(await scene.revenue(code)).toMatchObject({ touched: 0, purchases: 0, linear: 0 });
    await scene.expectSums(0);
    const activity = (await admin.request('GET', `/api/contacts/${id}/activity`)).body.items as { type: string }[];
    expect(activity.map(({ type }) => type)).toEqual(expect.arrayContaining(['purchase.made', 'purchase.refunded']));
  });

  test('with an order number is there once, by whoever tells it', async () => {
    const { id } = await scene.addContact();
    const body = { contactId: id, amount: '5', currency: 'USD', orderName: '1001' };

    const answers = await Promise.all([1, 2, 3].map(() => admin.request('POST', '/api/purchases', body)));

    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 400, 400]);
    await scene.expectSums(500);
  });

  test('goes with its contact to another one and to another client, and stays without a name when the person is erased', async () => {
    const [x, y] = [await scene.addClient(), await scene.addClient()];
    const [kept, merged] = [await scene.addContact(x), await scene.addContact(x)];
    const campaign = randomUUID();
    await scene.touch(kept.id, 'click', campaign, 1);
    await scene.buy(merged.id, '9');
    await admin.request('POST', `/api/contacts/${kept.id}/merge`, { otherId: merged.id });
    const afterMerge = await scene.revenue(campaign);
    // An email to the one that went is clicked.
    const late = await scene.touch(merged.id, 'click', campaign, 0.5);
    const both = (await scene.list()).items[0]!.touches.length;
    await scene.untouch(merged.id, late);
    await admin.request('POST', `/api/contacts/${kept.id}/move`, { clientId: y });
    const moved = await scene.totalsOf(x);
    const there = await scene.totalsOf(y);

    await admin.request('POST', `/api/contacts/${kept.id}/erase`, { email: kept.email });

    expect(afterMerge).toMatchObject({ touched: 900, last: 900 });
    expect(both).toBe(2);
    expect([moved, there]).toEqual([0, 900]);
    expect(await scene.revenue(campaign)).toMatchObject({ touched: 900, last: 900 });
    const { items } = await scene.list();
    expect(items).toMatchObject([{ contact: null, orderName: null, amount: 900, touches: [{ subjectId: campaign }] }]);
    await scene.expectSums(900);
  });
});

describe('currencies', () => {
  test('are converted by the rates of their days, and wait where there is none', async () => {
    await scene.loadRate('EUR', '2026-03-02', '1');
    await scene.loadRate('USD', '2026-03-02', '1.25');
    await scene.loadRate('JPY', '2026-03-02', '160');
    const { id } = await scene.addContact();
    const buy = (amount: string, currency: string, day: string) =>
      admin.request('POST', '/api/purchases', { contactId: id, amount, currency, purchasedAt: `${day}T10:00:00Z` });

    const euro = (await buy('10.00', 'EUR', '2026-03-02')).body;
    const yen = (await buy('1600', 'JPY', '2026-03-07')).body;
    const without = (await buy('5.00', 'CHF', '2026-03-02')).body;
    const before = (await scene.list()).unconverted;
    const changed = await admin.request('PUT', '/api/purchases/currency', { currency: 'JPY' });
    const { items, amount } = await scene.list();

    expect([euro.amount, yen.amount, without.amount, before]).toEqual([1_250, 1_250, null, 1]);
    expect(changed.body).toEqual({ currency: 'JPY', unconverted: 1 });
    expect(items.map(({ amount: each }) => each)).toEqual(expect.arrayContaining([1_600, 1_600, null]));
    expect(amount).toBe(3_200);
    await scene.expectSums(3_200);
  });
});
