// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { type HoldReason, holdReasons, holdSentences } from '@waggle/contracts/campaign-holds';
import type { CampaignSummary } from '@waggle/contracts/campaigns';
import { afterEach, expect, test } from 'vitest';
import { closeScreen, openScreen } from '../../../test/screen.fixture.tsx';
import { HoldNotice } from './hold-notice.tsx';

afterEach(closeScreen);

/** Those that a person looks at and resumes; the card has the button. */
const resumable: readonly HoldReason[] = ['complaints', 'bounces', 'missed-schedule', 'restored', 'other'];

const Notices = () =>
  holdReasons.map((holdReason) => (
    <section key={holdReason} aria-label={holdReason}>
      <HoldNotice
        campaign={{ holdReason, holdMessage: holdSentences[holdReason] } as CampaignSummary}
        onAsk={() => undefined}
      />
    </section>
  ));

test('every reason that needs more than Resume has the way out beside it', async () => {
  await openScreen({
    component: () => <Notices />,
    texts: ['campaigns', 'shell', 'app'],
    person: { emailConfirmed: false },
  });

  await screen.findByRole('region', { name: 'other' });
  const without = holdReasons.filter(
    (name) => screen.getByRole('region', { name }).querySelector('a, button') === null,
  );

  expect(without).toEqual(resumable);
  expect(screen.getByRole('link', { name: 'View plans' }).getAttribute('href')).toBe('/dashboard/billing');
});
