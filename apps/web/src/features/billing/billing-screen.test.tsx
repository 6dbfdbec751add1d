// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { core, invoices, lite, pastDue, plus } from '../../../test/billing.fixture.ts';
import { closeScreen, openScreen, refusal } from '../../../test/screen.fixture.tsx';
import { flag, word } from '#lib/address.ts';
import { BillingScreen } from './billing-screen.tsx';
import type { BillingState } from './queries.ts';

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  closeScreen();
  vi.restoreAllMocks();
});

type Answers = NonNullable<Parameters<typeof openScreen>[0]['answers']>;

const openBilling = (state: BillingState, answers: Answers = {}) =>
  openScreen({
    component: BillingScreen,
    texts: ['billing'],
    address: '/dashboard/billing',
    validateSearch: (search) => ({ ...flag(search, 'success'), ...word(search, 'redirect_status') }),
    answers: {
      'GET /api/billing': () => Response.json(state),
      'GET /api/billing/invoices': () => Response.json({ items: invoices }),
      'GET /api/billing/preview': () =>
        Response.json({ today: { amount: 2_667, currency: 'usd' }, monthly: { amount: 7_900, currency: 'usd' } }),
      ...answers,
    },
  });

const region = (name: string) => screen.findByRole('region', { name });
const plan = async (name: string) => {
  const heading = await screen.findByRole('heading', { level: 3, name });
  return within(heading.closest('li')!);
};
const button = (part: Awaited<ReturnType<typeof plan>>, name: string) => part.getByRole('button', { name });
const isDisabled = (element: HTMLElement) => element.getAttribute('aria-disabled') === 'true';

test('the subscription says plan, price, next charge, card and who is billed', async () => {
  await openBilling({
    ...core,
    billedTo: { name: 'Maple & Rye LLC', email: 'jonah@example.com', address: '12 Mill Street', taxId: 'US 12' },
  });

  const card = await region('Current subscription');
  for (const text of ['Core', '$29 per month', 'Active', 'Next billing date', 'May 28, 2026', 'Visa ending 4242']) {
    expect(within(card).getByText(text)).toBeTruthy();
  }
  for (const text of ['Maple & Rye LLC', 'jonah@example.com', '12 Mill Street', 'Tax ID US 12']) {
    expect(within(card).getByText(text)).toBeTruthy();
  }
});

test('a canceled subscription says until when it is paid', async () => {
  await openBilling({ ...core, subscription: { ...core.subscription!, endsAt: '2026-06-02T12:00:00.000Z' } });

  const card = await region('Current subscription');
  expect(within(card).getByText('Cancels on Jun 2, 2026')).toBeTruthy();
  expect(within(card).getByText('Paid until')).toBeTruthy();
  expect(within(card).queryByText('Next billing date')).toBeNull();
});

test('Lite is free, has no dates and no portal', async () => {
  await openBilling(lite);

  const card = await region('Current subscription');
  expect(within(card).getByText('Free')).toBeTruthy();
  expect(within(card).queryByText(/2026/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Billing portal' })).toBeNull();
  expect(within(await region('Usage this month')).getByText('0, not included')).toBeTruthy();
});

test('usage warns from three quarters of the contacts on', async () => {
  await openBilling({ ...core, usage: { ...core.usage, contacts: { used: 3_750, limit: 5_000, waiting: 2 } } });

  const usage = await region('Usage this period');
  expect(within(usage).getByText('1,250 left').className).toContain('text-warning-text');
  expect(within(usage).getByRole('progressbar').getAttribute('aria-valuenow')).toBe('3750');
  for (const text of ['6, unlimited', '4 of 5', '21,480', '1,936', '2 new contacts wait for room in your plan.']) {
    expect(within(usage).getByText(text)).toBeTruthy();
  }
});

test('below that usage is quiet, and without a limit there is no bar', async () => {
  await openBilling({ ...core, usage: { ...core.usage, contacts: { used: 3_749, limit: 5_000, waiting: 0 } } });
  expect((await screen.findByText('1,251 left')).className).not.toContain('text-warning-text');
  closeScreen();

  await openBilling({ ...core, usage: { ...core.usage, contacts: { used: 90_000, limit: null, waiting: 0 } } });
  expect(await screen.findByText('contacts, unlimited')).toBeTruthy();
  expect(screen.queryByRole('progressbar')).toBeNull();
});

test('each plan lists what it has, as the price list says', async () => {
  await openBilling(core);

  const lines = async (name: string) =>
    (await plan(name)).getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(await lines('Lite')).toEqual(['up to 100 contacts', '1 form', 'basic email campaigns', 'email support']);
  expect(await lines('Core')).toEqual([
    'up to 5,000 contacts',
    'unlimited forms',
    'basic automation',
    'QR codes',
    'priority support',
  ]);
  expect(await lines('Plus')).toEqual([
    'up to 25,000 contacts',
    'advanced automation',
    'advanced analytics',
    'phone support',
  ]);
  expect(await lines('System')).toEqual([
    'unlimited contacts',
    'white label',
    'dedicated manager',
    'custom integrations',
  ]);
  expect((await plan('Core')).getByText('Popular')).toBeTruthy();
  expect((await plan('Core')).getByText('Your plan')).toBeTruthy();
  expect(screen.getByText('Prices in US dollars, billed monthly')).toBeTruthy();
});

test('from Core: Lite is included, Plus is the upgrade with its price of today, System is sold by people', async () => {
  await openBilling(core);

  const included = await plan('Lite');
  expect(isDisabled(button(included, 'Current Plan'))).toBe(true);
  expect(included.getByText('Included in Core')).toBeTruthy();
  expect(isDisabled(button(await plan('Core'), 'Manage Plan'))).toBe(false);
  const upgrade = await plan('Plus');
  expect(button(upgrade, 'Upgrade to Plus').className).toContain('bg-accent');
  expect(await upgrade.findByText('Today $26.67, prorated')).toBeTruthy();
  expect(isDisabled(button(await plan('System'), 'Contact Sales'))).toBe(false);
});

test('from Lite: the next plan is the primary upgrade, and no amount of today is asked for', async () => {
  const { calls } = await openBilling(lite);

  expect(isDisabled(button(await plan('Lite'), 'Current Plan'))).toBe(true);
  expect(button(await plan('Core'), 'Upgrade to Core').className).toContain('bg-accent');
  expect(button(await plan('Plus'), 'Upgrade to Plus').className).not.toContain('bg-accent');
  expect(calls.some(({ call }) => call === 'GET /api/billing/preview')).toBe(false);
});

test('from Plus there is no way down to Core', async () => {
  await openBilling(plus);

  const lower = await plan('Core');
  expect(isDisabled(button(lower, 'Downgrade Not Available'))).toBe(true);
  expect(lower.getByText('Included in Plus')).toBeTruthy();
});

test('while Stripe gives no prices nothing can be bought', async () => {
  await openBilling({ ...lite, plans: lite.plans.map((one) => ({ ...one, price: null })) });

  const upgrade = await plan('Core');
  expect(isDisabled(button(upgrade, 'Upgrade to Core'))).toBe(true);
  expect(upgrade.getByText("Prices can't be loaded. Try again later.")).toBeTruthy();
});

test('a failed payment says until when, why, what comes, and blocks upgrades', async () => {
  await openBilling(pastDue);

  const band = await screen.findByRole('alert');
  expect(
    within(band).getByRole('heading', {
      name: 'Your last payment failed. Update your card by Jun 11 to keep Core.',
    }),
  ).toBeTruthy();
  expect(band.textContent).toContain('Visa ending 4242 was declined: not enough funds.');
  expect(band.textContent).toContain('Everything works until Jun 11, 2026.');
  expect(within(band).getByText('$29.00 is due')).toBeTruthy();
  const tries = within(band).getAllByRole('listitem');
  expect(tries.map(({ lastChild }) => lastChild?.lastChild?.textContent)).toEqual([
    'Declined',
    'Declined',
    'Next try',
    'Last try',
    'Moves to Lite',
  ]);
  const upgrade = await plan('Plus');
  expect(isDisabled(button(upgrade, 'Upgrade to Plus'))).toBe(true);
  expect(upgrade.getByText('Pay the open invoice first')).toBeTruthy();
  expect(within(await region('Current subscription')).getByText('Past due')).toBeTruthy();
});

test('once the time to pay is over, the band says which limits apply', async () => {
  await openBilling({ ...pastDue, tier: 'lite', pastDue: { ...pastDue.pastDue!, isOver: true } });

  const band = await screen.findByRole('alert');
  expect(band.textContent).toContain('Update your card to get Core back.');
  expect(band.textContent).toContain('Lite limits apply since Jun 11, 2026.');
});

test('the portal is opened in the same tab', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
  const { user } = await openBilling(pastDue, {
    'POST /api/stripe/create-portal-session': () => Response.json({ url: 'https://portal.example/1' }),
  });

  await user.click(await screen.findByRole('button', { name: 'Update card' }));

  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://portal.example/1'));
});

test('a portal that cannot be opened is told', async () => {
  const { user } = await openBilling(core, {
    'POST /api/stripe/create-portal-session': () => refusal(503, 'unavailable', 'Stripe gave no answer.'),
  });

  await user.click(await screen.findByRole('button', { name: 'Manage Plan' }));

  expect(await screen.findByText('Failed to open billing portal. Please try again.')).toBeTruthy();
});

test('Contact Sales sends a request and says so', async () => {
  const { user, calls } = await openBilling(core, {
    'POST /api/billing/sales-request': () => new Response(null, { status: 204 }),
  });

  await user.click(await screen.findByRole('button', { name: 'Contact Sales' }));

  expect(await screen.findByText('Please contact our sales team for the System plan.')).toBeTruthy();
  expect(calls.filter(({ call }) => call === 'POST /api/billing/sales-request')).toHaveLength(1);
});

test('invoices have their state, amount and the way to pay or keep them', async () => {
  await openBilling(core);

  const table = await screen.findByRole('table', { name: 'Invoices' });
  const rows = within(table).getAllByRole('row').slice(1);
  const [due, paid, voided] = rows.map((row) => within(row));
  expect(due?.getByText('$29.00')).toBeTruthy();
  expect(due?.getByRole('link', { name: 'Pay invoice' }).getAttribute('href')).toBe('https://stripe.example/in_5');
  expect(paid?.getByText('¥4,200')).toBeTruthy();
  expect(paid?.getByRole('link', { name: 'Download invoice WG-0004' }).getAttribute('href')).toMatch(/\.pdf$/);
  expect(voided?.getByRole('link', { name: 'View invoice WG-0003' })).toBeTruthy();
});

test('without invoices the card says when they come', async () => {
  await openBilling(lite, { 'GET /api/billing/invoices': () => Response.json({ items: [] }) });

  expect(await screen.findByRole('heading', { name: 'No invoices yet' })).toBeTruthy();
});

test('invoices that failed do not hide the plan, and are tried again', async () => {
  let broken = true;
  const { user } = await openBilling(core, {
    'GET /api/billing/invoices': () =>
      broken ? refusal(500, 'failed', 'An unexpected error occurred') : Response.json({ items: invoices }),
  });
  const alert = await screen.findByRole('alert');
  expect(within(alert).getByText("Couldn't load invoices")).toBeTruthy();
  expect(await region('Current subscription')).toBeTruthy();

  broken = false;
  await user.click(within(alert).getByRole('button', { name: 'Try again' }));

  expect(await screen.findByRole('table', { name: 'Invoices' })).toBeTruthy();
});

test('without a network the screen says so and is tried again', async () => {
  let offline = true;
  const { user } = await openBilling(core, {
    'GET /api/billing': () => {
      if (offline) throw new TypeError('Failed to fetch');
      return Response.json(core);
    },
  });
  const alert = await screen.findByRole('alert');
  expect(within(alert).getByText("Couldn't load billing")).toBeTruthy();
  expect(within(alert).getByText('Network error occurred')).toBeTruthy();

  offline = false;
  await user.click(within(alert).getByRole('button', { name: 'Try again' }));

  expect(await region('Current subscription')).toBeTruthy();
});

test('the screen says that it loads', async () => {
  await openBilling(core, { 'GET /api/billing': () => new Promise(() => {}) });

  expect(await screen.findByText('Loading')).toBeTruthy();
});
