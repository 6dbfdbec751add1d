// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import type { User } from '@waggle/contracts/accounts';
import type { Client } from '@waggle/contracts/clients';
import { afterEach, expect, test } from 'vitest';
import { closeScreen, openScreen, refusal, type Asked } from '../../../test/screen.fixture.tsx';
import { flag, listAddress } from '#lib/address.ts';
import { ClientsSection } from './clients-section.tsx';

afterEach(closeScreen);

const names = ['Bakery', 'Cycle shop', 'Dentist'];
const clients: Client[] = names.map((name, at) => ({
  id: `0197e5a0-0000-7000-8000-00000000000${at}`,
  name,
  email: null,
  isActive: true,
  archivedAt: null,
  createdAt: '2026-05-01T10:00:00.000Z',
  updatedAt: '2026-05-01T10:00:00.000Z',
}));
const page = (items: Client[], total = items.length, nextCursor: string | null = null) =>
  Response.json({ items, total, nextCursor });

type Trial = { address?: string; role?: User['role']; list?: (asked: Asked) => Response | Promise<Response> };

async function openClients({ address = '', role = 'ADMIN', list = () => page(clients) }: Trial = {}) {
  const opened = await openScreen({
    component: ClientsSection,
    texts: ['settings'],
    address: `/dashboard/settings/clients${address}`,
    validateSearch: (search) => ({ ...listAddress(search), ...flag(search, 'add') }),
    role,
    answers: { 'GET /api/clients': list },
  });
  return { ...opened, asked: () => opened.calls.at(-1)?.query };
}

const table = () => screen.getByRole('table', { name: 'Clients' });
const searchBox = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search clients...' });
const shown = (name: string) => screen.findByText(name);

test('a list asks for its first page in the usual order', async () => {
  const { calls } = await openClients();

  expect(await shown('Bakery')).toBeTruthy();
  expect(calls.map(({ query }) => query)).toEqual([{ sort: 'name', limit: '50', active: 'true' }]);
  expect(screen.getByText('1–3 of 3')).toBeTruthy();
});

test('what is searched stands in the address, and the pages start again', async () => {
  const { user, search, asked } = await openClients({
    address: '?page=2&cursor=after-bakery',
    list: ({ query }) => page(query['search'] ? clients.slice(1, 2) : clients, 80, 'next'),
  });
  await shown('Bakery');

  await user.type(searchBox(), 'cycle');

  await waitFor(() => expect(search()).toEqual({ search: 'cycle' }));
  await waitFor(() => expect(asked()).toEqual({ sort: 'name', limit: '50', active: 'true', search: 'cycle' }));
});

test('a column sorts by a press and turns round by the next', async () => {
  const { user, search, asked } = await openClients();
  await shown('Bakery');
  const press = () => user.click(screen.getByRole('button', { name: 'Created' }));

  await press();
  await waitFor(() => expect(String(search()['sort'])).toMatch(/^-?createdAt$/));
  const first = search()['sort'];
  await waitFor(() => expect(asked()?.['sort']).toBe(first));
  await press();

  await waitFor(() => expect(search()['sort']).toBe(first === 'createdAt' ? '-createdAt' : 'createdAt'));
});

test('the next page is asked by its cursor, and the way back needs none', async () => {
  const { user, search } = await openClients({
    list: ({ query }) => (query['cursor'] ? page(clients.slice(2), 51) : page(clients.slice(0, 2), 51, 'after-cycle')),
  });
  await shown('Bakery');

  await user.click(screen.getByRole('button', { name: 'Next page' }));
  await shown('Dentist');
  expect(search()).toEqual({ page: 2, cursor: 'after-cycle' });
  expect(screen.getByText('51–51 of 51')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Previous page' }));

  await shown('Bakery');
  expect(search()).toEqual({});
});

test('another number of rows starts at the first page', async () => {
  const { user, search, asked } = await openClients({ address: '?page=2&cursor=after-bakery' });
  await shown('Bakery');

  await user.click(screen.getByRole('button', { name: '50 per page' }));
  await user.click(await screen.findByRole('menuitemradio', { name: '100 per page' }));

  await waitFor(() => expect(search()).toEqual({ size: 100 }));
  await waitFor(() => expect(asked()).toEqual({ sort: 'name', limit: '100', active: 'true' }));
});

test('an address somebody was sent shows the same search, order and page', async () => {
  const { asked } = await openClients({
    address: '?search=42&sort=-createdAt&size=25&page=3&cursor=abc',
    list: () => page(clients, 60),
  });
  await shown('Bakery');

  expect(asked()).toEqual({ sort: '-createdAt', limit: '25', active: 'true', search: '42', cursor: 'abc' });
  expect(searchBox().value).toBe('42');
  expect(screen.getByText('51–60 of 60')).toBeTruthy();
});

test('an address nobody can read is the first page in the usual order', async () => {
  const { asked } = await openClients({ address: '?sort=password&size=1000&page=-4' });

  await shown('Bakery');

  expect(asked()).toEqual({ sort: 'name', limit: '50', active: 'true' });
});

test('a list on its way says that it is busy and shows no empty state', async () => {
  await openClients({ list: () => new Promise(() => {}) });

  expect(table().getAttribute('aria-busy')).toBe('true');
  expect(screen.queryByText('No clients yet')).toBeNull();
});

test('the old rows stay while the next page is on its way', async () => {
  const { user } = await openClients({
    list: ({ query }) => (query['cursor'] ? new Promise(() => {}) : page(clients, 60, 'next')),
  });
  await shown('Bakery');

  await user.click(screen.getByRole('button', { name: 'Next page' }));

  await waitFor(() => expect(table().getAttribute('aria-busy')).toBe('true'));
  expect(screen.getByText('Bakery')).toBeTruthy();
});

test('an empty list offers to add the first client', async () => {
  const { user } = await openClients({ list: () => page([]) });

  await user.click(await screen.findByRole('button', { name: 'Add your first client' }));

  expect(await screen.findByRole('dialog', { name: 'Add client' })).toBeTruthy();
});

test('a search that finds nothing names it and can be cleared', async () => {
  const { user, search } = await openClients({
    address: '?search=zebra',
    list: ({ query }) => page(query['search'] ? [] : clients),
  });
  expect(await screen.findByText('No results for "zebra".')).toBeTruthy();
  expect(screen.queryByText('No clients yet')).toBeNull();

  await user.click(screen.getByRole('button', { name: 'Clear search' }));

  await shown('Bakery');
  expect(search()).toEqual({});
  expect(searchBox().value).toBe('');
});

test('an address of a page that is no more leads to the first page by trying again', async () => {
  const stale = "This page link isn't valid.";
  const { user, search } = await openClients({
    address: '?search=e&page=3&cursor=of-another-order',
    list: ({ query }) => (query['cursor'] ? refusal(400, 'invalid_input', stale, { cursor: stale }) : page(clients)),
  });
  expect(await screen.findByText(stale)).toBeTruthy();

  await user.click(screen.getByRole('button', { name: 'Try again' }));

  await shown('Bakery');
  expect(search()).toEqual({ search: 'e' });
});

test('a list that failed says why and is tried again', async () => {
  let broken = true;
  const { user } = await openClients({
    list: () => (broken ? refusal(500, 'failed', 'An unexpected error occurred') : page(clients)),
  });
  const alert = await screen.findByRole('alert');
  expect(within(alert).getByText("Couldn't load clients")).toBeTruthy();
  expect(within(alert).getByText('An unexpected error occurred')).toBeTruthy();

  broken = false;
  await user.click(within(alert).getByRole('button', { name: 'Try again' }));

  await shown('Bakery');
});

test('a search the server refuses can be corrected', async () => {
  const tooLong = 'Use at most 200 characters';
  const { user } = await openClients({
    address: `?search=${'z'.repeat(201)}`,
    list: ({ query }) =>
      (query['search'] ?? '').length > 200
        ? refusal(400, 'invalid_input', tooLong, { search: tooLong })
        : page(clients),
  });
  expect(await screen.findByText(tooLong)).toBeTruthy();

  await user.clear(searchBox());

  await shown('Bakery');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('letters typed before a failure are still there', async () => {
  const { user } = await openClients({
    list: ({ query }) => (query['search'] ? refusal(500, 'failed', 'An unexpected error occurred') : page(clients)),
  });
  await shown('Bakery');

  await user.type(searchBox(), 'cycle');
  await screen.findByRole('alert');

  expect(searchBox().value).toBe('cycle');
  expect(document.activeElement).toBe(searchBox());
});

test('somebody who may only look reads the list and can change nothing', async () => {
  const { user } = await openClients({ role: 'VIEWER' });
  await user.click(await shown('Bakery'));

  expect(screen.getByText(/Only admins can change them/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Add client' })).toBeNull();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('somebody who may only look is not asked to add the first client', async () => {
  await openClients({ role: 'VIEWER', list: () => page([]), address: '?add=true' });

  expect(await screen.findByText('No clients yet')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Add your first client' })).toBeNull();
  expect(screen.queryByRole('dialog')).toBeNull();
});
