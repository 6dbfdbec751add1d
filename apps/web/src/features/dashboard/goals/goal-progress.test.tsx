// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import type { listGoals } from '@waggle/contracts/goals';
import type { readDashboardMetrics } from '@waggle/contracts/dashboard';
import type { ReplyOf } from '@waggle/contracts/endpoint';
import { afterEach, expect, test } from 'vitest';
import { closeScreen, openScreen } from '../../../../test/screen.fixture.tsx';
import { MetricCards } from '../metrics/metric-cards.tsx';

afterEach(closeScreen);

const metrics: ReplyOf<typeof readDashboardMetrics> = {
  totalContacts: 250,
  contactsGrowth: null,
  activeForms: 1,
  formsGrowth: null,
  emailOpenRate: null,
  emailOpenRateGrowth: null,
  revenue: null,
  revenueGrowth: null,
  currency: 'USD',
  monthFrom: '2026-05-01',
  isDeliveredEstimated: false,
  trends: { contacts: [], forms: [], emailOpenRate: [], revenue: [] },
  at: '2026-05-12T10:00:00.000Z',
};
const goals: ReplyOf<typeof listGoals> = {
  items: (['contacts', 'open-rate', 'revenue'] as const).map((metric, no) => ({
    id: `0197e5a0-0000-7000-8000-00000000000${no}`,
    metric,
    target: { contacts: 1_000, 'open-rate': 50, revenue: 10_000 }[metric],
    clientId: null,
  })),
  reached: { contacts: 250, 'new-contacts': 0, 'open-rate': null, scans: 0, revenue: null },
  currency: 'USD',
};

const openCards = (figures: Partial<typeof metrics>) =>
  openScreen({
    component: () => <MetricCards />,
    texts: ['dashboard', 'goals', 'metrics'],
    answers: {
      'GET /api/dashboard/metrics': () => Response.json({ ...metrics, ...figures }),
      'GET /api/goals': () => Response.json(goals),
    },
  });

test('a figure that nothing is known of is on no way to its goal', async () => {
  await openCards({});

  await screen.findByText('25% of the goal');
  expect(screen.getAllByText(/of the goal/)).toHaveLength(1);
});

test('a figure of zero is at 0%', async () => {
  await openCards({ emailOpenRate: 0, revenue: 5_000 });

  await screen.findByText('0% of the goal');
  expect(screen.getByText('50% of the goal')).toBeTruthy();
});
