// @vitest-environment happy-dom
import { useRouter } from '@tanstack/react-router';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { Contact } from '@waggle/contracts/contacts';
import { afterEach, expect, test } from 'vitest';
import { closeScreen, openScreen, refusal } from '../../../../test/screen.fixture.tsx';
import { useLayers } from '../use-layers.ts';
import { AddContactSheet } from './add-contact-sheet.tsx';

afterEach(closeScreen);

const ivo: Contact = {
  id: '0197e5a0-0000-7000-8000-0000000000c1',
  email: 'ivo@example.com',
  firstName: 'Ivo',
  lastName: null,
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
};
const taken = 'A contact with this email already exists.';

/** The sheet over its list, reached from the list, with Ivo typed into it. */
async function openTyped({ isTaken = false } = {}) {
  let router!: ReturnType<typeof useRouter>;
  function Page() {
    router = useRouter();
    const layers = useLayers();
    if (layers.add) return <AddContactSheet layers={layers} />;
    return <p>{layers.contact ? 'The contact' : 'The list'}</p>;
  }
  const opened = await openScreen({
    component: Page,
    texts: ['contacts', 'shell', 'app'],
    address: '/dashboard/contacts',
    answers: {
      'POST /api/contacts': () =>
        isTaken ? refusal(409, 'already_exists', taken, { email: taken }) : Response.json(ivo, { status: 201 }),
      'GET /api/contacts': () => Response.json({ items: [ivo], nextCursor: null, total: 1 }),
      'GET /api/contact-fields': () => Response.json({ items: [] }),
    },
  });
  const { user } = opened;
  await act(() => router.navigate({ to: '/dashboard/contacts', search: { add: true } } as never));
  await user.type(await screen.findByLabelText(/Email/), 'ivo@example.com');
  const email = () => screen.queryByLabelText<HTMLInputElement>(/Email/)?.value;
  const save = () => user.click(screen.getByRole('button', { name: 'Add Contact' }));
  return { ...opened, history: router.history, email, save };
}

const question = () => screen.findByRole('alertdialog', { name: 'Discard your changes?' });
const answer = async (name: string) => within(await question()).getByRole('button', { name });

test('another contact opened from the palette asks, and what is typed stays', async () => {
  const { user, history, email, search } = await openTyped();

  act(() => void history.push(`/dashboard/contacts?contact=${ivo.id}`));
  await user.click(await answer('Keep editing'));

  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(email()).toBe('ivo@example.com');
  expect(search()).toEqual({ add: true });
});

test('who discards goes on to where they wanted', async () => {
  const { user, history } = await openTyped();

  act(() => void history.push(`/dashboard/contacts?contact=${ivo.id}`));
  await user.click(await answer('Discard'));

  expect(await screen.findByText('The contact')).toBeTruthy();
});

test('Esc asks once, and closes the sheet when told to', async () => {
  const { user } = await openTyped();

  await user.keyboard('{Escape}');
  await user.click(await answer('Discard'));

  expect(await screen.findByText('The list')).toBeTruthy();
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('what is saved closes without a question', async () => {
  const { save } = await openTyped();

  await save();

  expect(await screen.findByText('The contact')).toBeTruthy();
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('somebody who is there already is opened without a question', async () => {
  const { user, save } = await openTyped({ isTaken: true });

  await save();
  await user.click(await screen.findByRole('link', { name: 'Open contact' }));

  expect(await screen.findByText('The contact')).toBeTruthy();
  expect(screen.queryByRole('alertdialog')).toBeNull();
});
