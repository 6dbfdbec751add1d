// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import type { Campaign } from '@waggle/contracts/campaigns';
import { afterEach, expect, test } from 'vitest';
import { closeScreen, openScreen } from '../../../../../test/screen.fixture.tsx';
import type { CampaignRecipient, LeftOutContact } from '../queries.ts';
import { RecipientsTab } from './recipients-tab.tsx';

afterEach(closeScreen);

const id = '0197e5a0-0000-7000-8000-0000000000d1';
const campaign = {
  id,
  audience: 2,
  progress: { accepted: 2 },
  leftOut: [{ reason: 'unsubscribed', people: 1 }],
} as unknown as Campaign;
const hannah = {
  sendId: id,
  contactId: id,
  email: 'hannah@example.com',
  name: 'Hannah Okafor',
  state: 'accepted',
  reason: null,
  bounceReason: '550 5.1.1 The mailbox does not exist',
  sentAt: '2026-05-01T10:00:00.000Z',
  bouncedAt: '2026-05-01T10:05:00.000Z',
  openedAt: null,
  clickedAt: null,
  deliveredAt: null,
} as CampaignRecipient;
const gone: CampaignRecipient = { ...hannah, sendId: `${id}2`, email: null, name: null, bounceReason: null };
const noah: LeftOutContact = { contactId: id, email: 'noah@example.com', name: 'Noah Brandt', reason: 'unsubscribed' };

const open = (address: string) =>
  openScreen({
    component: () => <RecipientsTab campaign={campaign} />,
    texts: ['campaign-report', 'campaigns', 'app'],
    address,
    answers: {
      [`GET /api/campaigns/${id}/recipients`]: () =>
        Response.json({ items: [hannah, gone], nextCursor: null, total: 2, isKept: true }),
      [`GET /api/campaigns/${id}/left-out`]: () => Response.json({ items: [noah], nextCursor: null, total: 1 }),
    },
  });

test('a recipient has a name and an address, and a bounce told later its reason', async () => {
  await open('/report');

  const row = await screen.findByRole('row', { name: /Hannah Okafor/ });

  expect(row.textContent).toContain('hannah@example.com');
  expect(row.textContent).toContain('550 5.1.1 The mailbox does not exist');
  expect(screen.getByRole('row', { name: /Deleted contact/ })).toBeDefined();
});

test('so has who was left out', async () => {
  await open('/report?state=left-out');

  const row = await screen.findByRole('row', { name: /Noah Brandt/ });

  expect(row.textContent).toContain('noah@example.com');
});
