// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import type { ContactDetail } from '@waggle/contracts/contacts';
import { afterEach, expect, test } from 'vitest';
import { closeScreen, openScreen, type Asked } from '../../../../test/screen.fixture.tsx';
import { useLayers } from '../use-layers.ts';
import { MergeDialog } from './merge-dialog.tsx';

afterEach(closeScreen);

const kept: ContactDetail = {
  id: '0197e5a0-0000-7000-8000-0000000000c1',
  email: 'hannah@example.com',
  firstName: 'Hannah',
  lastName: 'Okafor',
  phone: null,
  phoneE164: null,
  company: null,
  timeZone: null,
  source: 'manual',
  status: 'active',
  emailConsent: 'none',
  smsConsent: 'none',
  attributes: {},
  clientId: null,
  tags: [],
  lastActivityAt: '2026-05-01T10:00:00.000Z',
  createdAt: '2026-05-01T10:00:00.000Z',
  updatedAt: '2026-05-01T10:00:00.000Z',
  mailPausedUntil: null,
  suppressions: [],
};
const other: ContactDetail = {
  ...kept,
  id: '0197e5a0-0000-7000-8000-0000000000c2',
  email: 'h.okafor@example.com',
  phone: '+1 503 555 0148',
  status: 'unsubscribed',
  emailConsent: 'withdrawn',
};
const foreign = { ...other, id: '0197e5a0-0000-7000-8000-0000000000c3', clientId: kept.id, email: 'x@example.com' };

async function openMerge(address: string) {
  const answer = (contact: ContactDetail) => () => Response.json(contact);
  const result = { ...kept, status: 'unsubscribed', emailConsent: 'withdrawn' };
  const opened = await openScreen({
    component: function Layer() {
      const layers = useLayers();
      return layers.merge ? <MergeDialog layers={layers} /> : <p>Closed</p>;
    },
    texts: ['contacts', 'contact-sheet', 'shell', 'app'],
    address: `/dashboard/contacts?contact=${kept.id}&${address}`,
    answers: {
      [`GET /api/contacts/${kept.id}`]: answer(kept),
      [`GET /api/contacts/${other.id}`]: answer(other),
      'GET /api/contact-fields': () => Response.json({ items: [] }),
      'GET /api/contacts': () =>
        Response.json({ items: [kept, other, foreign], nextCursor: null, total: 3, exact: true, searchedFor: null }),
      'GET /api/organization': () =>
        Response.json({ id: kept.id, name: 'Maple & Rye', type: 'BUSINESS', timezone: 'UTC' }),
      [`POST /api/contacts/${kept.id}/merge/preview`]: () =>
        Response.json({ contact: result, notes: 2, openTasks: 1, emails: 9 }),
      [`POST /api/contacts/${kept.id}/merge`]: () => Response.json(result),
    },
  });
  const sent = () => opened.calls.filter(({ call }) => call.endsWith('/merge')).map(({ body }: Asked) => body);
  return { ...opened, sent };
}

test('the other contact is found by name among those of the same client', async () => {
  const { user, search } = await openMerge('merge=choose');

  const found = await screen.findByRole('button', { name: /h\.okafor@example\.com/ });
  expect(screen.queryByText('x@example.com')).toBeNull();
  expect(screen.queryByRole('button', { name: /hannah@example\.com/ })).toBeNull();
  await user.click(found);

  await waitFor(() => expect(search()).toMatchObject({ contact: kept.id, merge: other.id }));
});

test('both are compared, a value is chosen where they differ, and the stricter consent is shown', async () => {
  const { user, sent } = await openMerge(`merge=${other.id}`);

  expect(await screen.findByText("This contact won't receive emails")).toBeTruthy();
  expect(screen.getByText('Emails: 9 · Notes: 2 · Open tasks: 1')).toBeTruthy();
  expect(screen.getAllByRole('radio')).toHaveLength(2);
  await user.click(screen.getByRole('radio', { name: 'Email: h.okafor@example.com' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Merge contacts' })).toHaveProperty('disabled', false));
  await user.click(screen.getByRole('button', { name: 'Merge contacts' }));

  expect(await screen.findByText('Closed')).toBeTruthy();
  expect(sent()).toEqual([{ otherId: other.id, take: ['email'], takeAttributes: [] }]);
  expect(await screen.findByText('Contacts merged')).toBeTruthy();
});
