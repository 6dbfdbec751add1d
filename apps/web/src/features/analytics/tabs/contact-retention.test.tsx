// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { closeScreen, openScreen } from '../../../../test/screen.fixture.tsx';
import { ContactRetention } from './contact-retention.tsx';

afterEach(closeScreen);

const openMenu = async (role: 'USER' | 'VIEWER') => {
  const { user } = await openScreen({
    component: () => <ContactRetention />,
    texts: ['analytics', 'shell'],
    role,
    answers: {
      'GET /api/analytics/retention': () =>
        Response.json({ cohorts: [{ month: '2026-04-01', people: 40, mailable: [38, 36] }] }),
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Chart options' }));
  await screen.findByRole('menuitem', { name: 'View as table' });
};

test('pictures of a chart are for those who may take its table', async () => {
  await openMenu('USER');

  expect(screen.getByRole('menuitem', { name: 'Download as SVG' })).toBeTruthy();
});

test('whoever only reads has none in the menu of a chart', async () => {
  await openMenu('VIEWER');

  expect(screen.getAllByRole('menuitem')).toHaveLength(1);
});
