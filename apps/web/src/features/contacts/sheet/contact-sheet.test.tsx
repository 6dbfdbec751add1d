// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import type { ContactNote } from '@waggle/contracts/contact-notes';
import type { ContactTask } from '@waggle/contracts/contact-tasks';
import type { ContactDetail } from '@waggle/contracts/contacts';
import { afterEach, expect, test } from 'vitest';
import { closeScreen, openScreen, refusal, type Asked } from '../../../../test/screen.fixture.tsx';
import type { ContactsList } from '../use-contacts-list.ts';
import { useLayers } from '../use-layers.ts';
import { ContactSheet } from './contact-sheet.tsx';

afterEach(closeScreen);

const hannah: ContactDetail = {
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

/** A server that keeps notes and tasks. */
function teamworkAnswers(at: string, role: string) {
  const notes: ContactNote[] = [
    {
      id: '0197e5a0-0000-7000-8000-0000000000d1',
      text: 'Told her it starts in June.\nhttps://maple.example/pickup',
      author: 'Priya Raman',
      authorPhotoUrl: null,
      mayChange: role === 'ADMIN',
      createdAt: '2026-05-02T10:00:00.000Z',
      editedAt: null,
    },
  ];
  let task: ContactTask = {
    id: '0197e5a0-0000-7000-8000-0000000000e1',
    title: 'Call about the rye order',
    dueOn: '2026-05-14',
    overdue: true,
    assignee: { id: hannah.id, name: 'Priya Raman' },
    createdAt: '2026-05-02T10:00:00.000Z',
    doneAt: null,
    doneBy: null,
  };
  const sent = { campaignId: hannah.id, name: 'Spring Club', sentAt: '2026-05-01T10:00:00.000Z' };
  return {
    [`GET ${at}/engagement`]: () =>
      Response.json({ sent: 14, opened: 9, clicked: 4, emails: [{ ...sent, step: 'clicked' }] }),
    [`GET ${at}/notes`]: () => Response.json({ items: notes, nextCursor: null, total: notes.length }),
    [`POST ${at}/notes`]: ({ body }: Asked) => {
      const note: ContactNote = { ...notes[0]!, id: crypto.randomUUID(), text: (body as { text: string }).text };
      notes.unshift(note);
      return Response.json(note, { status: 201 });
    },
    [`GET ${at}/assignees`]: () => Response.json({ items: [] }),
    [`GET ${at}/tasks`]: () => Response.json({ open: task.doneAt ? [] : [task], done: task.doneAt ? [task] : [] }),
    [`PUT ${at}/tasks/${task.id}`]: ({ body }: Asked) => {
      const { done } = body as { done: boolean };
      task = { ...task, doneAt: done ? '2026-05-15T10:00:00.000Z' : null };
      return Response.json(task);
    },
  };
}

type Trial = { role?: 'ADMIN' | 'VIEWER'; save?: (asked: Asked) => Response };

async function openSheet({ role = 'ADMIN', save }: Trial = {}) {
  let now = hannah;
  const keep = ({ body }: Asked) => {
    now = { ...now, ...(body as object) };
    return Response.json(now);
  };
  const at = `/api/contacts/${hannah.id}`;
  const opened = await openScreen({
    component: () => <ContactSheet contacts={{ rows: [] } as unknown as ContactsList} layers={useLayers()} />,
    texts: ['contacts', 'contact-sheet', 'shell', 'app'],
    address: `/dashboard/contacts?contact=${hannah.id}`,
    role,
    answers: {
      [`GET ${at}`]: () => Response.json(now),
      [`PUT ${at}`]: save ?? keep,
      [`GET ${at}/activity`]: () => Response.json({ items: [], nextCursor: null }),
      ...teamworkAnswers(at, role),
      'GET /api/contact-fields': () => Response.json({ items: [] }),
      'GET /api/organization': () =>
        Response.json({ id: hannah.id, name: 'Maple & Rye', type: 'BUSINESS', timezone: 'UTC' }),
    },
  });
  await screen.findByText('Source');
  return { ...opened, saved: () => opened.calls.filter(({ call }) => call.startsWith('PUT')).map(({ body }) => body) };
}

test('V1: focus starts at the title, and letters typed there change nothing', async () => {
  const { user, saved } = await openSheet();

  await waitFor(() => expect(document.activeElement?.textContent).toBe('Hannah Okafor'));
  await user.keyboard('fmiagc');

  expect(document.activeElement?.tagName).toBe('H2');
  expect(saved()).toEqual([]);
  expect(screen.queryByRole('combobox')).toBeNull();
});

test('V1: the source is chosen on demand, said, and put back by Undo', async () => {
  const { user, saved } = await openSheet();

  await user.click(screen.getByRole('button', { name: /Edit Source/ }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'form' }));
  await screen.findByText('Source saved');
  await user.click(screen.getByRole('button', { name: /Undo/ }));

  await waitFor(() => expect(saved()).toEqual([{ source: 'form' }, { source: 'manual' }]));
  expect(await screen.findByText('Source restored')).toBeTruthy();
});

test('V1: name, email and status are edited where they are read', async () => {
  const { user, saved } = await openSheet();

  await user.click(screen.getByRole('button', { name: /Edit Name/ }));
  await user.clear(screen.getByRole('textbox', { name: 'First Name' }));
  await user.type(screen.getByRole('textbox', { name: 'First Name' }), 'Hanna{Enter}');
  await waitFor(() => expect(saved()).toHaveLength(1));
  await user.click(await screen.findByRole('button', { name: /Edit Email/ }));
  await user.clear(screen.getByRole('textbox', { name: 'Email' }));
  await user.type(screen.getByRole('textbox', { name: 'Email' }), 'hanna@example.com{Enter}');
  await waitFor(() => expect(saved()).toHaveLength(2));
  await user.click(await screen.findByRole('button', { name: /Edit Status/ }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'lead' }));

  await waitFor(() =>
    expect(saved()).toEqual([
      { firstName: 'Hanna', lastName: 'Okafor' },
      { email: 'hanna@example.com' },
      { status: 'lead' },
    ]),
  );
});

test('V1: what the server refuses stays typed, with the reason; Esc puts it back', async () => {
  const message = 'A contact with this email already exists.';
  const { user } = await openSheet({ save: () => refusal(409, 'already_exists', message, { email: message }) });

  await user.click(screen.getByRole('button', { name: /Edit Email/ }));
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' });
  await user.clear(field);
  await user.type(field, 'ann@example.com{Enter}');
  expect(await screen.findByText(message)).toBeTruthy();
  expect(field.value).toBe('ann@example.com');
  await user.keyboard('{Escape}');

  const button = await screen.findByRole('button', { name: /Edit Email/ });
  expect(button.textContent).toContain('hannah@example.com');
});

test('V1: a VIEWER reads and finds nothing to edit', async () => {
  await openSheet({ role: 'VIEWER' });

  expect(await screen.findByText('hannah@example.com')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Edit/ })).toBeNull();
});

test('the strip says how the person takes our emails, and names each of the last ones', async () => {
  await openSheet();

  expect(await screen.findByText('14 emails sent')).toBeTruthy();
  expect(screen.getByText((_, element) => element?.textContent === '9 opened · 4 clicked')).toBeTruthy();
  expect(screen.getByRole('gridcell', { name: /Spring Club: clicked/ })).toBeTruthy();
});

test('a note is added where the timeline is read, and stands in its tab with links that lead out safely', async () => {
  const { user, calls } = await openSheet();

  await user.type(screen.getByRole('textbox', { name: 'Note' }), 'Wants Saturday pickup');
  await user.click(screen.getByRole('button', { name: 'Add note' }));
  await screen.findByText('Note added');
  await user.click(screen.getByRole('tab', { name: /Notes/ }));

  expect(await screen.findByText('Wants Saturday pickup')).toBeTruthy();
  const link = screen.getByRole('link', { name: 'https://maple.example/pickup' });
  expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer nofollow']);
  expect(calls.filter(({ call }) => call.startsWith('POST')).map(({ body }) => body)).toEqual([
    { text: 'Wants Saturday pickup' },
  ]);
});

test('a task is checked off above the timeline, and Undo opens it again', async () => {
  const { user, calls } = await openSheet();

  expect(await screen.findByText(/Overdue, May 14/)).toBeTruthy();
  await user.click(screen.getByRole('checkbox', { name: 'Complete Call about the rye order' }));
  await screen.findByText('Task completed');
  await user.click(screen.getByRole('button', { name: /Undo/ }));

  await waitFor(() =>
    expect(calls.filter(({ call }) => call.startsWith('PUT')).map(({ body }) => body)).toEqual([
      { done: true },
      { done: false },
    ]),
  );
});

test('a VIEWER reads notes and tasks and can change neither', async () => {
  const { user } = await openSheet({ role: 'VIEWER' });

  expect(screen.queryByRole('textbox')).toBeNull();
  expect(await screen.findByRole<HTMLInputElement>('checkbox')).toHaveProperty('disabled', true);
  await user.click(screen.getByRole('tab', { name: /Notes/ }));
  expect(await screen.findByText('Priya Raman')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Edit note|Delete note/ })).toBeNull();
});
