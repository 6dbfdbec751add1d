// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { closeScreen, openScreen } from '../../../../test/screen.fixture.tsx';
import { RevenueFigure } from './revenue-figure.tsx';

afterEach(closeScreen);

const qrCodeId = '0197e5a0-0000-7000-8000-0000000000d1';
const figure = (touched: number, purchases: number, last: number) => () =>
  Response.json({ currency: 'USD', touched, purchases, shares: { last, first: 0, linear: 0, position: 0 } });

const openFigure = (answer: () => Response) =>
  openScreen({
    component: () => <RevenueFigure source={{ qrCodeId }} />,
    texts: ['purchases'],
    answers: {
      'GET /api/purchases/revenue': answer,
      'GET /api/purchases': () =>
        Response.json({ items: [], nextCursor: null, total: 0, currency: 'USD', amount: 0, unconverted: 0 }),
    },
  });

test('says what was paid, by how many purchases, and its part by last touch', async () => {
  const { user, calls } = await openFigure(figure(125_000, 12, 40_050));

  await screen.findByText('$1,250.00');
  expect(screen.getByText(/12 purchases/)).toBeTruthy();
  expect(screen.getByText('$400.50 by last touch')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Show purchases' }));
  await screen.findByRole('dialog', { name: 'Purchases after a scan' });
  expect(calls.at(-1)?.query).toMatchObject({ qrCodeId });
});

test('opens nothing where nobody bought', async () => {
  await openFigure(figure(0, 0, 0));

  await screen.findByText('No purchases yet');
  expect(screen.queryByRole('button', { name: 'Show purchases' })).toBeNull();
});
