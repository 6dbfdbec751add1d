// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import type { Import } from '@waggle/contracts/imports';
import { afterEach, expect, test } from 'vitest';
import { closeScreen, openScreen } from '../../../../test/screen.fixture.tsx';
import { word } from '#lib/address.ts';
import { ImportDialog } from './import-dialog.tsx';

afterEach(closeScreen);

const uploaded: Import = {
  id: '0197e5a0-0000-7000-8000-000000000009',
  kind: 'contacts',
  name: 'people.csv',
  state: 'uploaded',
  bytes: 60,
  encoding: 'utf-8',
  delimiter: ',',
  columns: [
    { header: 'email', samples: ['ann@example.com'], guess: { to: 'email' } },
    { header: 'called', samples: ['Ann'], guess: { to: 'skip' } },
  ],
  plan: null,
  rows: null,
  position: 0,
  checked: null,
  counts: null,
  errors: [],
  moreErrors: 0,
  failure: null,
  undone: null,
  createdAt: '2026-05-01T10:00:00.000Z',
  startedAt: null,
  finishedAt: null,
  undoUntil: null,
  clientId: null,
  createdBy: 'Ann Keller',
  newTags: [],
  moreNewTags: 0,
};

const empty = () => Response.json({ items: [], total: 0, nextCursor: null });

const openImport = () =>
  openScreen({
    component: () => <ImportDialog onClose={() => {}} />,
    texts: ['contacts-import', 'contacts', 'shell'],
    address: `/dashboard/contacts?import=${uploaded.id}`,
    validateSearch: (search) => word(search, 'import'),
    answers: {
      [`GET /api/imports/${uploaded.id}`]: () => Response.json(uploaded),
      'GET /api/contact-fields': empty,
      'GET /api/tags': empty,
    },
  });

const basis = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'How did they agree?' });
const agreed = () => screen.getByRole('radio', { name: /These people agreed/ });
const press = (name: string) => screen.getByRole('button', { name });

test('what was answered in the second step is still there after going back and on again', async () => {
  const { user } = await openImport();
  await user.type(await basis(), 'Signed the list at the fair');
  await user.click(agreed());
  await user.click(screen.getByRole('combobox', { name: 'Waggle field for called' }));
  await user.click(await screen.findByRole('option', { name: 'First Name' }));
  await user.click(screen.getByRole('radio', { name: 'Update the contact' }));

  await user.click(press('Back'));
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'How did they agree?' })).toBeNull());
  await user.click(press('Continue'));

  expect((await basis()).value).toBe('Signed the list at the fair');
  expect(agreed().getAttribute('aria-checked') ?? String((agreed() as HTMLInputElement).checked)).toBe('true');
  expect(screen.getByRole('combobox', { name: 'Waggle field for called' }).textContent).toBe('First Name');
  expect(screen.getByRole('radio', { name: 'Update the contact' }).getAttribute('aria-checked')).toBe('true');
});
