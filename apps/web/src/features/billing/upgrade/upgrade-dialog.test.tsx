// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { core, lite } from '../../../../test/billing.fixture.ts';
import { closeScreen, openScreen, refusal } from '../../../../test/screen.fixture.tsx';
import { flag, word } from '#lib/address.ts';
import { BillingScreen } from '../billing-screen.tsx';
import { readPlanBefore } from '../confirmation/plan-before.ts';
import type { BillingState } from '../queries.ts';

type Confirmed = { error?: { type: string; message?: string; payment_intent?: { status: string } } };

/** Stripe's script, as far as the dialog uses it. */
function fakeStripe() {
  const confirms: Record<string, unknown>[] = [];
  const answers: Confirmed[] = [];
  const opened: { key: string; elements: Record<string, unknown> }[] = [];
  const stripe = (key: string) => ({
    elements: (elements: Record<string, unknown>) => {
      opened.push({ key, elements });
      return {
        submit: async () => ({}),
        getElement: () => null,
        create: () => ({
          on: () => {},
          mount: (node: HTMLElement) => node.append('card fields'),
        }),
      };
    },
    confirmPayment: async (how: Record<string, unknown>) => {
      confirms.push(how);
      return answers.shift() ?? {};
    },
  });
  return { stripe, confirms, answers, opened };
}

let fake: ReturnType<typeof fakeStripe>;
/** What the browser does with a script that is added: loads or fails. */
let scripts: ('load' | 'error')[];
let added: string[];

beforeEach(() => {
  sessionStorage.clear();
  fake = fakeStripe();
  scripts = [];
  added = [];
  const append = document.head.append.bind(document.head);
  vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    const [script] = nodes;
    if (!(script instanceof HTMLScriptElement)) return append(...nodes);
    added.push(script.src);
    const outcome = scripts.shift() ?? 'load';
    if (outcome === 'load') Object.assign(window, { Stripe: (key: string) => fake.stripe(key) });
    queueMicrotask(() => script.dispatchEvent(new Event(outcome)));
    return undefined;
  });
});
afterEach(() => {
  closeScreen();
  vi.restoreAllMocks();
});

type Trial = { state?: BillingState; plan?: string; subscribe?: () => Response };

async function openDialog({
  state = lite,
  plan = 'Core',
  subscribe = () => Response.json({ subscriptionId: 'sub_1', clientSecret: 'secret_1' }),
}: Trial = {}) {
  const opened = await openScreen({
    component: BillingScreen,
    texts: ['billing'],
    address: '/dashboard/billing',
    validateSearch: (search) => ({ ...flag(search, 'success'), ...word(search, 'redirect_status') }),
    answers: {
      'GET /api/billing': () => Response.json(state),
      'GET /api/billing/invoices': () => Response.json({ items: [] }),
      'GET /api/billing/preview': () =>
        Response.json({ today: { amount: 2_667, currency: 'usd' }, monthly: { amount: 7_900, currency: 'usd' } }),
      'POST /api/stripe/create-subscription': subscribe,
    },
  });
  await opened.user.click(await screen.findByRole('button', { name: `Upgrade to ${plan}` }));
  const dialog = within(await screen.findByRole('dialog', { name: `Upgrade to ${plan}` }));
  const subscribed = () => opened.calls.filter(({ call }) => call === 'POST /api/stripe/create-subscription');
  const pay = async () => {
    const button = await dialog.findByRole('button', { name: 'Pay $26.67' });
    await waitFor(() => expect(button.getAttribute('aria-disabled')).toBeNull());
    await opened.user.click(button);
  };
  return { ...opened, dialog, subscribed, pay };
}

// The first one, because a page adds the script once.
test('a script that is blocked is told with what to do, and trying again opens the card form', async () => {
  scripts.push('error');
  const { dialog, user } = await openDialog();
  expect(await dialog.findByText("The card form didn't load")).toBeTruthy();
  expect(dialog.getByText(/turn off blockers for this page/)).toBeTruthy();
  expect(dialog.getByRole('button', { name: 'Pay $26.67' }).getAttribute('aria-disabled')).toBe('true');

  await user.click(dialog.getByRole('button', { name: 'Try again' }));

  expect(await dialog.findByText('card fields')).toBeTruthy();
  expect(added).toEqual(['https://js.stripe.example/v3', 'https://js.stripe.example/v3']);
});

test('the dialog says what is charged today and each month, and opens the card form with the public key', async () => {
  const { dialog } = await openDialog();

  expect(await dialog.findByText('$26.67')).toBeTruthy();
  expect(dialog.getByText('$79.00')).toBeTruthy();
  expect(await dialog.findByText('card fields')).toBeTruthy();
  expect(fake.opened).toMatchObject([
    { key: 'pk_test_1', elements: { mode: 'subscription', amount: 2_667, currency: 'usd' } },
  ]);
});

test('a paid upgrade leads to the waiting screen, which knows the plan before', async () => {
  const { pay, search, subscribed } = await openDialog();

  await pay();

  await waitFor(() => expect(search()).toEqual({ success: true }));
  expect(subscribed().map(({ body }) => body)).toEqual([{ priceId: 'price_core' }]);
  expect(fake.confirms).toMatchObject([
    {
      clientSecret: 'secret_1',
      confirmParams: { return_url: `${window.location.origin}/dashboard/billing?success=true` },
      redirect: 'if_required',
    },
  ]);
  expect(readPlanBefore()).toEqual({ tier: 'lite', status: null });
  expect(await screen.findByText('Payment received, waiting for confirmation')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a declined card is told in its own words, and the next try is of the same subscription', async () => {
  fake.answers.push({ error: { type: 'card_error', message: 'Your card has insufficient funds.' } });
  const { dialog, pay, search, subscribed } = await openDialog();

  await pay();
  expect(await dialog.findByText('Your card has insufficient funds.')).toBeTruthy();
  await pay();

  await waitFor(() => expect(search()).toEqual({ success: true }));
  expect(subscribed()).toHaveLength(1);
  expect(fake.confirms).toHaveLength(2);
});

test('a payment whose answer was lost is not taken for a refusal', async () => {
  fake.answers.push({ error: { type: 'invalid_request_error', payment_intent: { status: 'succeeded' } } });
  const { pay, search } = await openDialog();

  await pay();

  await waitFor(() => expect(search()).toEqual({ success: true }));
});

test('the stored card is charged without entering it again', async () => {
  const { dialog, pay, search } = await openDialog({
    state: core,
    plan: 'Plus',
    subscribe: () => Response.json({ subscriptionId: 'sub_1', clientSecret: null }),
  });
  expect(await dialog.findByText('Charged to Visa ending 4242')).toBeTruthy();
  expect(dialog.getByText('Today you pay only for the days left in this period.')).toBeTruthy();

  await pay();

  await waitFor(() => expect(search()).toEqual({ success: true }));
  expect(fake.opened).toEqual([]);
});

test('a plan that was canceled is said to go on, and no other is', async () => {
  const ends = { ...core, subscription: { ...core.subscription!, endsAt: '2026-05-28T12:00:00.000Z' } };
  const { dialog } = await openDialog({ state: ends, plan: 'Plus' });
  const line = 'Your plan was canceled. This payment takes the cancellation back, and the plan goes on.';
  expect(await dialog.findByText(line)).toBeTruthy();
  closeScreen();

  const other = await openDialog({ state: core, plan: 'Plus' });
  expect(await other.dialog.findByText('Charged to Visa ending 4242')).toBeTruthy();
  expect(other.dialog.queryByText(line)).toBeNull();
});

test('a stored card that needs its owner opens the card form for the same payment', async () => {
  const { dialog, pay, search, subscribed } = await openDialog({ state: core, plan: 'Plus' });

  await pay();
  expect(await dialog.findByText(/couldn't be charged without you/)).toBeTruthy();
  await waitFor(() => expect(fake.opened).toMatchObject([{ elements: { clientSecret: 'secret_1' } }]));
  await pay();

  await waitFor(() => expect(search()).toEqual({ success: true }));
  expect(subscribed()).toHaveLength(1);
  expect(fake.confirms[0]).not.toHaveProperty('clientSecret');
});

test('an upgrade the server refuses is told, and nothing is confirmed', async () => {
  const { pay } = await openDialog({ subscribe: () => refusal(503, 'unavailable', 'Stripe gave no answer.') });

  await pay();

  expect(await screen.findByText('Failed to start upgrade process. Please try again.')).toBeTruthy();
  expect(fake.confirms).toEqual([]);
  expect(screen.getByRole('dialog', { name: 'Upgrade to Core' })).toBeTruthy();
});
