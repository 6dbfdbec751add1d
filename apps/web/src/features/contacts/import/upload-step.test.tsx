// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Import } from '@waggle/contracts/imports';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { ClientChoice } from '#features/accounts/index.ts';
import { Dialog } from '#ui/dialog.tsx';
import texts from '../locales/en/contacts-import.json';
import { UploadStep } from './upload-step.tsx';
import { useUpload } from './use-upload.ts';

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { 'contacts-import': texts } } });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const id = '0197e5a0-0000-7000-8000-000000000009';
const onOpened = vi.fn<(found: Import) => void>();

/** As in a business, or while one client is shown. */
const settled: ClientChoice = {
  needed: false,
  missing: false,
  options: [],
  chosen: undefined,
  choose: () => {},
  body: {},
  ask: () => true,
  error: undefined,
};

function Step() {
  const upload = useUpload(onOpened);
  return (
    <UploadStep
      upload={upload}
      kind="contacts"
      client={settled}
      onKindChange={vi.fn()}
      interrupted={undefined}
      onForward={undefined}
    />
  );
}

/** Answers each call by the last word of its path; what is not listed fails as a lost network would. */
function open(answers: Record<string, () => Response>) {
  const called: string[] = [];
  const fetch = vi.fn<(address: string, request: RequestInit) => Promise<Response>>(async (address, { method }) => {
    called.push(`${method} ${address.replace(id, 'id')}`);
    const answer = answers[address.split('/').at(-1) ?? ''];
    if (!answer) throw new TypeError('Failed to fetch');
    return answer();
  });
  vi.stubGlobal('fetch', fetch);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Dialog open title="Import">
        <Step />
      </Dialog>
    </QueryClientProvider>,
  );
  const choose = (name: string, content = 'email\nann@example.com\n') =>
    userEvent
      .setup({ applyAccept: false })
      .upload(screen.getByLabelText('Choose file', { selector: 'input' }), new File([content], name));
  return { called, choose };
}

test('a file of another kind is refused before anything is sent', async () => {
  const { called, choose } = open({});

  await choose('people.pdf');

  const alert = screen.getByRole('alert');
  expect(alert.textContent).toContain('Invalid file type');
  expect(alert.textContent).toContain('Please select a CSV file.');
  expect(called).toEqual([]);
});

test('a workbook that is none is refused before anything is sent', async () => {
  const { called, choose } = open({});

  await choose('people.xlsx', 'not a workbook at all, though it is long enough');

  expect((await screen.findByRole('alert')).textContent).toContain("We couldn't read this file");
  expect(called).toEqual([]);
});

test('rows pasted without a header are sent as a file', async () => {
  const found = { id, name: 'Pasted rows.csv', state: 'uploaded' };
  const { called } = open({
    imports: () => Response.json(found, { status: 201 }),
    '0': () => new Response(null, { status: 204 }),
    open: () => Response.json(found),
  });
  const user = userEvent.setup();

  await user.click(screen.getByRole('button', { name: 'Paste from a spreadsheet instead' }));
  await user.type(screen.getByRole('textbox', { name: /Rows from a spreadsheet/ }), 'ann@example.com');
  await user.click(screen.getByRole('button', { name: 'Continue' }));

  await waitFor(() => expect(onOpened).toHaveBeenCalledWith(found));
  expect(called[0]).toBe('POST /api/imports');
});

test('an empty file is refused', async () => {
  const { choose } = open({});

  await choose('people.csv', '');

  expect(screen.getByRole('alert').textContent).toContain('CSV file is empty');
});

test('a chosen file is announced, sent and opened', async () => {
  const found = { id, name: 'people.csv', state: 'uploaded' };
  const { called, choose } = open({
    imports: () => Response.json(found, { status: 201 }),
    '0': () => new Response(null, { status: 204 }),
    open: () => Response.json(found),
  });

  await choose('people.csv');

  await waitFor(() => expect(onOpened).toHaveBeenCalledWith(found));
  expect(called).toEqual(['POST /api/imports', 'PUT /api/imports/id/parts/0', 'POST /api/imports/id/open']);
});

test('a file the server cannot open says why, and another can be chosen', async () => {
  const { choose } = open({
    imports: () => Response.json({ id }, { status: 201 }),
    '0': () => new Response(null, { status: 204 }),
    open: () => Response.json({ code: 'invalid_input', message: 'CSV file is empty' }, { status: 400 }),
    cancel: () => Response.json({ id }),
  });

  await choose('people.csv');

  expect((await screen.findByRole('alert')).textContent).toContain('CSV file is empty');
  expect(screen.getByRole('button', { name: 'Choose file' })).toBeDefined();
});
