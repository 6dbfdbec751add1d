// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import type { Purchase } from '@waggle/contracts/purchases';
import { afterEach, expect, test } from 'vitest';
import { closeScreen, openScreen, type Asked } from '../../../../test/screen.fixture.tsx';
import { PurchasesTab } from './purchases-tab.tsx';

afterEach(closeScreen);

const contactId = '0197e5a0-0000-7000-8000-0000000000c1';
const shares = { last: 4_550, first: 4_550, linear: 4_550, position: 4_550 };
const tuneUp: Purchase = {
  id: '0197e5a0-0000-7000-8000-0000000000b1',
  clientId: null,
  contact: { id: contactId, email: 'hannah@example.com', name: 'Hannah Okafor' },
  source: 'manual',
  orderName: '1001',
  description: 'Tune-up',
  paid: { amount: 5_550, refunded: 1_000, currency: 'USD' },
  amount: 4_550,
  purchasedAt: '2026-05-02T10:00:00.000Z',
  touches: [
    { kind: 'scan', subjectId: contactId, name: 'Window sticker', at: '2026-05-01T10:00:00.000Z', shares },
    { kind: 'click', subjectId: contactId, name: null, at: '2026-05-02T09:00:00.000Z', shares },
  ],
  mayChange: true,
};
const fromShop: Purchase = {
  ...tuneUp,
  id: '0197e5a0-0000-7000-8000-0000000000b2',
  source: 'shopify',
  orderName: '#7',
  description: null,
  paid: { amount: 8_000, refunded: 0, currency: 'EUR' },
  amount: null,
  touches: [],
  mayChange: false,
};

type Trial = { role?: 'ADMIN' | 'VIEWER'; items?: Purchase[]; more?: Record<string, (asked: Asked) => Response> };

const openTab = ({ role = 'ADMIN', items = [tuneUp, fromShop], more = {} }: Trial = {}) =>
  openScreen({
    component: () => <PurchasesTab contactId={contactId} />,
    texts: ['purchases'],
    role,
    answers: {
      'GET /api/purchases': () =>
        Response.json({
          items,
          nextCursor: null,
          total: items.length,
          currency: 'USD',
          amount: items.length > 0 ? 4_550 : 0,
          unconverted: items.filter(({ amount }) => amount === null).length,
        }),
      'GET /api/purchases/currency': () => Response.json({ currency: 'USD', unconverted: 0 }),
      ...more,
    },
  });

const row = async (text: string) => (await screen.findByText(text)).closest('li')!;

test('each purchase says what is left of it, where it came from and what led to it', async () => {
  await openTab();

  const mine = within(await row('Tune-up · Order 1001 · Added manually'));
  expect(mine.getByText('$45.50')).toBeTruthy();
  expect(mine.getByText('$10.00 of $55.50 refunded')).toBeTruthy();
  expect(mine.getByText('Window sticker')).toBeTruthy();
  expect(mine.getByText('something deleted')).toBeTruthy();
  expect(screen.getByText('2 purchases')).toBeTruthy();
});

test('a purchase of a shop is changed in the shop, and waits for its rate', async () => {
  await openTab();

  const other = within(await row('Order #7 · Shopify'));
  expect(other.getByText('€80.00')).toBeTruthy();
  expect(other.getByText('No exchange rate for this day yet')).toBeTruthy();
  expect(other.queryByRole('button')).toBeNull();
  expect(screen.getByText(/^1 purchase in another currency is missing/)).toBeTruthy();
});

test('a VIEWER reads and changes nothing', async () => {
  await openTab({ role: 'VIEWER', items: [{ ...tuneUp, mayChange: false }] });

  await row('Tune-up · Order 1001 · Added manually');
  expect(screen.queryByRole('button')).toBeNull();
});

test('an amount with a comma is sent with a point, and in the currency of the organization', async () => {
  let sent: unknown;
  const add = ({ body }: Asked) => {
    sent = body;
    return Response.json({ ...tuneUp, isNew: true }, { status: 201 });
  };
  const { user } = await openTab({ items: [], more: { 'POST /api/purchases': add } });
  await user.click(await screen.findByRole('button', { name: 'Add purchase' }));
  const dialog = within(await screen.findByRole('dialog'));

  await user.type(await dialog.findByLabelText(/^Amount/), '45,50');
  await user.click(dialog.getByRole('button', { name: 'Add purchase' }));

  await screen.findByText('Purchase added');
  expect(sent).toMatchObject({ contactId, amount: '45.50', currency: 'USD' });
  expect(sent).not.toHaveProperty('orderName');
  // Its clock is the server's, which knows seconds.
  expect(sent).not.toHaveProperty('purchasedAt');
});
