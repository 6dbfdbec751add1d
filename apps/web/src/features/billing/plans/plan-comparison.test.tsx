// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { contactLimits, tiers } from '@waggle/contracts/plans';
import { afterEach, expect, test } from 'vitest';
import { core } from '../../../../test/billing.fixture.ts';
import { closeScreen, openScreen } from '../../../../test/screen.fixture.tsx';
import { capabilities } from './capabilities.ts';
import { PlanComparison } from './plan-comparison.tsx';

afterEach(closeScreen);

const open = () =>
  openScreen({ component: () => <PlanComparison state={core} />, texts: ['billing'], address: '/dashboard/billing' });
const cellsOf = (name: string) => {
  const row = screen.getByRole('rowheader', { name }).closest('tbody')!;
  return within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);
};

test('every plan is a column, and the own one is marked', async () => {
  await open();

  const columns = (await screen.findAllByRole('columnheader')).map((head) => head.textContent);
  expect(columns.filter(Boolean)).toEqual(['Lite', 'CoreYour plan', 'Plus', 'System']);
});

test('the values are those the server refuses by', async () => {
  await open();

  expect(cellsOf('Contacts')).toEqual(['100', '5,000', '25,000', 'Unlimited']);
  expect(cellsOf('Active forms')).toEqual(['1', 'Unlimited', 'Unlimited', 'Unlimited']);
  expect(cellsOf('QR codes')).toEqual(['Not included', 'Included', 'Included', 'Included']);
  for (const name of ['White label', 'Own host names'])
    expect(cellsOf(name)).toEqual(['Not included', 'Not included', 'Not included', 'Included']);
  expect(cellsOf('Support')).toEqual(['Email', 'Priority', 'Phone', 'Dedicated manager']);
});

test('a higher plan has never less', () => {
  const worth = (value: unknown) => (value === 'unlimited' ? Infinity : typeof value === 'string' ? 1 : Number(value));

  for (const { values } of capabilities) {
    const inOrder = tiers.map((tier) => worth(values[tier]));
    expect(inOrder).toEqual(inOrder.toSorted((one, other) => one - other));
  }
  expect(capabilities[0]!.values.core).toBe(contactLimits.core);
});
