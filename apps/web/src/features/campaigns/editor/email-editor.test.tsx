// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { defaultTheme, EmailDocument, type EmailBlock } from '@waggle/contracts/email-document';
import i18next from 'i18next';
import { useState } from 'react';
import { initReactI18next } from 'react-i18next';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { Announcer } from '#lib/announce.tsx';
import texts from '../locales/en/email-editor.json';
import { EmailEditor } from './email-editor.tsx';

beforeAll(async () => {
  await i18next
    .use(initReactI18next)
    .init({ lng: 'en', resources: { en: { 'email-editor': texts } }, interpolation: { escapeValue: false } });
});
beforeEach(() => {
  vi.stubGlobal('fetch', async () => Response.json({ items: [], nextCursor: null, total: 0 }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const heading = (id: string, text: string): EmailBlock => ({ kind: 'heading', id, level: 2, text: [{ text }] });
const sample: EmailDocument = {
  version: 1,
  theme: defaultTheme,
  blocks: [
    heading('a', 'Bread'),
    { kind: 'columns', id: 'x', ratio: '1:1', cells: [[], []] },
    { kind: 'button', id: 'c', label: [{ text: 'Order' }], href: 'https://example.com' },
  ],
};

/** The editor as a screen has it: what it gives out comes back in. */
function start(value = sample, props: { readOnly?: boolean; owner?: string } = {}) {
  const given: EmailDocument[] = [];
  let load: (email: EmailDocument) => void = () => undefined;
  function Screen() {
    const [email, setEmail] = useState(value);
    load = setEmail;
    return (
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <Announcer />
        <EmailEditor
          value={email}
          onChange={(next) => {
            given.push(next);
            setEmail(next);
          }}
          {...props}
        />
      </QueryClientProvider>
    );
  }
  render(<Screen />);
  const order = () => given.at(-1)?.blocks.map(({ id }) => id) ?? value.blocks.map(({ id }) => id);
  return {
    user: userEvent.setup(),
    given,
    last: () => given.at(-1) ?? value,
    order,
    load: (email: EmailDocument) => act(() => load(email)),
  };
}
const block = (name: RegExp) => screen.getByRole('button', { name });

test('an email that is opened and looked at is not changed', async () => {
  const { user, given } = start();

  await user.click(block(/^Columns, 2 of 3/));
  await user.keyboard('{ArrowDown}{ArrowDown}');

  expect(given).toEqual([]);
});

test('a block is lifted, carried into a column and dropped by keyboard, and each step is told', async () => {
  const { user, last } = start();
  block(/^Button, 3 of 3/).focus();
  await user.keyboard('{Enter}{Escape}');
  screen.getByRole('button', { name: 'Move block' }).focus();

  await user.keyboard('{Enter}');
  expect(screen.getByText(/^Button lifted/)).toBeDefined();
  await user.keyboard('{ArrowUp}');
  expect(screen.getByText('Column 2, position 1 of 1')).toBeDefined();
  await user.keyboard('{ArrowLeft}{Enter}');

  expect(screen.getByText('Block dropped')).toBeDefined();
  const columns = last().blocks[1];
  expect(columns?.kind === 'columns' && columns.cells[0]?.map(({ id }) => id)).toEqual(['c']);
  expect(document.activeElement?.getAttribute('data-handle')).toBe('c');
});

test('Escape puts a lifted block back, and nothing is left to undo', async () => {
  const { user, last } = start();
  block(/^Button, 3 of 3/).focus();
  await user.keyboard('{Enter}{Escape}');
  screen.getByRole('button', { name: 'Move block' }).focus();

  await user.keyboard('{Enter}{ArrowUp}{ArrowUp}{Escape}');

  expect(last()).toEqual(sample);
  expect(screen.getByRole('button', { name: 'Undo' }).matches(':disabled, [aria-disabled=true]')).toBe(true);
});

test('Alt and arrows move a block, Delete takes it away, and undo brings all of it back', async () => {
  const { user, order, last } = start();
  block(/^Heading, 1 of 3/).focus();

  await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
  expect(last().blocks[0]?.kind).toBe('columns');
  await user.keyboard('{Delete}');
  await user.keyboard('{Control>}zz{/Control}');

  expect(order()).toEqual(['a', 'x', 'c']);
  expect(last()).toEqual(sample);
  await user.keyboard('{Control>}yy{/Control}');
  expect(JSON.stringify(last())).not.toContain('Bread');
});

test('a block is added below the selected one and can be written at once', async () => {
  const { user, last } = start();
  await user.click(block(/^Columns, 2 of 3/));

  await user.click(within(screen.getByRole('region', { name: 'Blocks' })).getByRole('button', { name: 'Text' }));

  expect(last().blocks.map(({ kind }) => kind)).toEqual(['heading', 'columns', 'text', 'button']);
  expect(screen.getByRole('textbox', { name: 'Text text' })).toBeDefined();
  expect(EmailDocument.safeParse(last()).success).toBe(true);
});

test('a template that comes from outside can be undone', async () => {
  const { user, last, load } = start();
  load({ ...sample, blocks: [heading('t', 'Template')] });
  expect(block(/^Heading, 1 of 1: Template/)).toBeDefined();

  await user.click(screen.getByRole('button', { name: 'Undo' }));

  expect(last()).toEqual(sample);
});

test('an image asks for its alt text, unless it is decorative', async () => {
  const { user, last } = start({ ...sample, blocks: [{ kind: 'image', id: 'i', src: '', alt: '' }] });
  await user.click(block(/^Image, 1 of 1/));

  await user.type(screen.getByLabelText(/^Image address/), 'https://example.com/bread.png');

  expect(screen.getByText('Alt text is required')).toBeDefined();
  await user.click(screen.getByRole('switch', { name: 'Decorative' }));
  expect(screen.queryByText('Alt text is required')).toBeNull();
  expect(last().blocks[0]).toMatchObject({ alt: '', decorative: true });
});

test('a field gets its fallback in the inspector', async () => {
  const { user, last } = start({
    ...sample,
    blocks: [{ kind: 'heading', id: 'a', level: 1, text: [{ text: 'Hi ' }, { field: 'first_name', fallback: '' }] }],
  });
  await user.click(block(/^Heading, 1 of 1: Hi First name/));

  await user.type(screen.getByLabelText('First name: fallback'), 'there{{}');

  expect(last().blocks[0]).toMatchObject({ text: [{ text: 'Hi ' }, { field: 'first_name', fallback: 'there' }] });
});

test('read only: blocks can be looked at and nothing can be changed', async () => {
  const { user, given } = start(sample, { readOnly: true });

  block(/^Heading, 1 of 3/).focus();
  await user.keyboard('{Delete}{Alt>}{ArrowDown}{/Alt}{Enter}');

  expect(given).toEqual([]);
  expect(screen.queryByRole('region', { name: 'Blocks' })).toBeNull();
  expect(screen.queryByRole('textbox')).toBeNull();
});

test('an email of one client is offered that client’s tags, and fields of it and of the organization', async () => {
  const asked: string[] = [];
  const field = (key: string, label: string, clientId: string | null) => ({ id: key, key, label, clientId });
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    if (!address.startsWith('/api/contact-fields')) return Response.json({ items: [], nextCursor: null, total: 0 });
    return Response.json({
      items: [field('visits', 'Visits', null), field('size', 'Shoe size', 'shoes'), field('cake', 'Cake', 'bakery')],
    });
  });

  const { user } = start(sample, { owner: 'bakery' });
  await user.dblClick(block(/^Heading, 1 of 3/));
  await user.click(await screen.findByRole('button', { name: texts.fields.insert }));
  const offered = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);

  expect(asked.filter((address) => address.startsWith('/api/tags'))).toEqual([expect.stringContaining('owner=bakery')]);
  expect(offered).toEqual(expect.arrayContaining(['Visits', 'Cake']));
  expect(offered).not.toContain('Shoe size');
});
