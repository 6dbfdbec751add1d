import type { Contact } from '@waggle/contracts/contacts';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '#lib/problem-text.ts';
import { DataTable, type Column } from '#ui/data-table.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { hiddenIn, type TablePreferences } from '#ui/table-options.tsx';
import type { BulkSelection } from '#ui/use-bulk-selection.ts';
import { contactPhoneRow } from './contact-columns.tsx';
import type { ContactsList } from './use-contacts-list.ts';

type ContactsTableProps = {
  contacts: ContactsList;
  columns: readonly Column<Contact>[];
  preferences: TablePreferences;
  selection: BulkSelection | undefined;
  bulkBar: ReactNode;
  empty: ReactNode;
  openId: string | undefined;
  onOpen: (contact: Contact) => void;
};

const byId = ({ id }: Contact) => id;

export function ContactsTable(props: ContactsTableProps) {
  const { contacts, columns, preferences, selection, bulkBar, empty, openId, onOpen } = props;
  const { t } = useTranslation('contacts');
  const { page, list, total, atLeast } = contacts;
  const hiddenColumns = useMemo(() => hiddenIn(columns, preferences), [columns, preferences]);
  if (page.isError) {
    return (
      <LoadError
        title={t('failed')}
        message={t('failedText', { problem: problemText(page.error) })}
        retry={() => void page.refetch()}
        busy={page.isFetching}
      />
    );
  }
  return (
    <DataTable
      label={t('title')}
      columns={columns}
      rows={page.data?.items}
      rowId={byId}
      refreshing={page.isPlaceholderData}
      sort={list.order}
      onSortChange={list.setOrder}
      selection={selection}
      onRowOpen={onOpen}
      activeRowId={openId}
      density={preferences.density}
      hiddenColumns={hiddenColumns}
      phoneRow={contactPhoneRow}
      pagination={page.data && { ...list.pagination(total, page.data.nextCursor), atLeast }}
      empty={empty}
      bulkBar={bulkBar}
    />
  );
}
