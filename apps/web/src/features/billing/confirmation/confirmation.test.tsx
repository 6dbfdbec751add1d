// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { core, lite, pastDue, plus } from '../../../../test/billing.fixture.ts';
import { ann, closeScreen, openScreen } from '../../../../test/screen.fixture.tsx';
import { useUser } from '#features/accounts/index.ts';
import { flag, word } from '#lib/address.ts';
import { BillingScreen } from '../billing-screen.tsx';
import type { BillingState } from '../queries.ts';
import { rememberPlan } from './plan-before.ts';

beforeEach(() => {
  sessionStorage.clear();
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => {
  closeScreen();
  vi.useRealTimers();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

/** As the sidebar shows it. */
function Screen() {
  const { subscriptionTier } = useUser();
  return (
    <>
      <p>{`sidebar: ${subscriptionTier}`}</p>
      <BillingScreen />
    </>
  );
}

/** Back from a payment; `answer` is what the server knows of it by now. */
async function comeBack(answer: { now: BillingState }, search = '?success=true') {
  const opened = await openScreen({
    component: Screen,
    texts: ['billing'],
    address: `/dashboard/billing${search}`,
    validateSearch: (given) => ({ ...flag(given, 'success'), ...word(given, 'redirect_status') }),
    answers: {
      'GET /api/billing': () => Response.json(answer.now),
      'GET /api/billing/invoices': () => Response.json({ items: [] }),
      'GET /api/auth/me': () => Response.json({ ...ann, subscriptionTier: answer.now.tier }),
    },
  });
  const reads = () => opened.calls.filter(({ call }) => call === 'GET /api/billing').length;
  return { ...opened, reads };
}

test('the screen waits for the confirmation, then shows the new plan and its limits, in the sidebar too', async () => {
  rememberPlan(lite);
  const answer = { now: lite };
  const { reads } = await comeBack(answer);
  expect(await screen.findByText('Payment received, waiting for confirmation')).toBeTruthy();
  const before = reads();
  await pass(6_000);
  expect(reads()).toBeGreaterThanOrEqual(before + 3);
  expect(screen.getByRole('button', { name: 'Upgrade to Core' }).getAttribute('aria-disabled')).toBe('true');
  expect(screen.getAllByText('Waiting for your payment')).toHaveLength(2);

  answer.now = core;
  await pass(2_000);

  const band = (await screen.findByText('Core is active')).closest<HTMLElement>('[role=status]')!;
  expect(band.textContent).toContain('Your plan changed from Lite to Core.');
  expect(band.textContent).toContain('Your plan includes up to 5,000 contacts and unlimited forms.');
  expect(await screen.findByText('sidebar: core')).toBeTruthy();
  const settled = reads();
  await pass(20_000);
  expect(reads()).toBe(settled);
});

test('an upgrade of a plan waits for the new one, not for any', async () => {
  rememberPlan(core);
  const answer = { now: core };
  await comeBack(answer);
  expect(await screen.findByText('Payment received, waiting for confirmation')).toBeTruthy();

  answer.now = plus;
  await pass(2_000);

  expect(await screen.findByText('Plus is active')).toBeTruthy();
});

test('a paid invoice brings back the plan that was past due', async () => {
  rememberPlan(pastDue);
  const answer = { now: pastDue };
  await comeBack(answer);
  expect(await screen.findByText('Payment received, waiting for confirmation')).toBeTruthy();

  answer.now = core;
  await pass(2_000);

  expect(await screen.findByText('Core is active')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Update card' })).toBeNull();
});

test('after a minute people are told that it may take longer and that nothing is charged twice', async () => {
  rememberPlan(lite);
  await comeBack({ now: lite });
  expect(await screen.findByText('This usually takes a few seconds.')).toBeTruthy();

  await pass(60_000);

  expect(await screen.findByText(/can take a few minutes.*nothing is charged twice/)).toBeTruthy();
});

test('an address somebody kept shows the plan as it is, and can be put away', async () => {
  const { user, search } = await comeBack({ now: core });
  const band = (await screen.findByText('Core is active')).closest<HTMLElement>('[role=status]')!;
  expect(band.textContent).not.toContain('changed from');

  await user.click(within(band).getByRole('button', { name: 'Dismiss' }));

  expect(screen.queryByText('Core is active')).toBeNull();
  expect(search()).toEqual({});
});

test('a bank that refused is not waited for', async () => {
  await comeBack({ now: lite }, '?success=true&redirect_status=failed');

  expect(await screen.findByText("The payment wasn't completed")).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Upgrade to Core' }).getAttribute('aria-disabled')).toBeNull();
});
