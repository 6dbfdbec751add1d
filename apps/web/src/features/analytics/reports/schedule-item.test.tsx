// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { type ReportSchedule, reportOutcomes } from '@waggle/contracts/reports';
import { afterEach, expect, test } from 'vitest';
import { closeScreen, openScreen } from '../../../../test/screen.fixture.tsx';
import { ScheduleItem } from './schedule-item.tsx';

afterEach(closeScreen);

const schedule: ReportSchedule = {
  id: '0197e5a0-0000-7000-8000-0000000000d1',
  clientId: null,
  clientName: 'Harbour',
  frequency: 'weekly',
  recipients: [{ email: 'jonah@readers.example', state: 'active' }],
  locale: 'en',
  skipsEmpty: true,
  isPaused: false,
  nextRunAt: '2026-05-18T08:00:00.000Z',
  lastRun: null,
};

test.each(reportOutcomes)('says that the last report was sent only where somebody may have it: %s', async (outcome) => {
  const lastRun = { at: '2026-05-11T08:00:00.000Z', outcome };
  await openScreen({
    component: () => (
      <ScheduleItem schedule={{ ...schedule, lastRun }} timezone="UTC" hasSender onEdit={() => undefined} />
    ),
    texts: ['analytics'],
  });

  const line = await screen.findByText(/^(Last report sent|Skipped|Not sent) /);
  expect(line.textContent.startsWith('Last report sent')).toBe(outcome === 'sent');
});
