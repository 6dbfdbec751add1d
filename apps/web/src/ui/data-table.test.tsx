// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { BulkAction, BulkBar } from './bulk-bar.tsx';
import { DataTable, type Column, type Sort } from './data-table.tsx';
import { useBulkSelection } from './use-bulk-selection.ts';

afterEach(cleanup);

type Contact = { id: string; name: string };

const contacts: Contact[] = ['Ada', 'Ben', 'Cleo', 'Dan', 'Eve'].map((name) => ({ id: name, name }));
const columns: Column<Contact>[] = [
  { id: 'name', header: 'Name', primary: true, sortable: true, cell: (contact) => contact.name },
  { id: 'actions', header: 'Actions', cell: () => <button type="button">Copy</button> },
];
const contactId = (contact: Contact) => contact.id;

type ContactsProps = { onRowOpen?: (contact: Contact) => void; onSortChange?: (sort: Sort) => void };

function Contacts({ onRowOpen, onSortChange }: ContactsProps) {
  const selection = useBulkSelection();
  return (
    <DataTable
      label="Contacts"
      columns={columns}
      rows={contacts}
      rowId={contactId}
      selection={selection}
      sort={{ column: 'name', direction: 'asc' }}
      onRowOpen={onRowOpen}
      onSortChange={onSortChange}
      bulkBar={
        <BulkBar selection={selection} total={412}>
          <BulkAction onClick={() => {}}>Add tag</BulkAction>
        </BulkBar>
      }
    />
  );
}

const box = (name: string) =>
  within(screen.getByRole('row', { name: new RegExp(name) })).getByRole<HTMLInputElement>('checkbox');
const ticked = () => contacts.filter((contact) => box(contact.name).checked).map((contact) => contact.name);

test('Shift-click selects everything in between', async () => {
  const user = userEvent.setup();
  render(<Contacts />);

  await user.click(box('Ben'));
  await user.keyboard('{Shift>}');
  await user.click(box('Dan'));
  await user.keyboard('{/Shift}');

  expect(ticked()).toEqual(['Ben', 'Cleo', 'Dan']);
  expect(screen.getByText('3 selected')).toBeTruthy();
});

test('"Select all" takes every match, and single rows can be left out again', async () => {
  const user = userEvent.setup();
  render(<Contacts />);

  await user.click(box('Ada'));
  await user.click(screen.getByRole('button', { name: 'Select all 412' }));
  await user.click(box('Cleo'));

  expect(ticked()).toEqual(['Ada', 'Ben', 'Dan', 'Eve']);
  expect(screen.getByText('411 selected')).toBeTruthy();
});

test('Esc clears the selection', async () => {
  const user = userEvent.setup();
  render(<Contacts />);

  await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
  expect(ticked()).toHaveLength(5);
  await user.keyboard('{Escape}');

  expect(ticked()).toEqual([]);
  expect(screen.queryByRole('toolbar')).toBeNull();
});

test('a click on the row opens it, a click on its checkbox or buttons does not', async () => {
  const user = userEvent.setup();
  const onRowOpen = vi.fn<(contact: Contact) => void>();
  render(<Contacts onRowOpen={onRowOpen} />);

  await user.click(box('Ada'));
  await user.click(within(screen.getByRole('row', { name: /Ada/ })).getByRole('button', { name: 'Copy' }));
  expect(onRowOpen).not.toHaveBeenCalled();

  await user.click(screen.getByRole('row', { name: /Ada/ }));
  await user.click(screen.getByRole('button', { name: 'Ben' }));
  expect(onRowOpen.mock.calls.map(([contact]) => contact.name)).toEqual(['Ada', 'Ben']);
});

test('the sorted column says so and asks the server for the other direction', async () => {
  const user = userEvent.setup();
  const onSortChange = vi.fn<(sort: Sort) => void>();
  render(<Contacts onSortChange={onSortChange} />);

  expect(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('ascending');
  await user.click(screen.getByRole('button', { name: 'Name' }));

  expect(onSortChange).toHaveBeenCalledWith({ column: 'name', direction: 'desc' });
});
