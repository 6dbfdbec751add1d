import type { Contact } from '@waggle/contracts/contacts';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '#lib/api.ts';
import { problemText } from '#lib/problem-text.ts';
import { Button } from '#ui/button.tsx';
import { DataTable, type Column } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { hiddenIn, type TablePreferences } from '#ui/table-preferences.ts';
import type { BulkSelection } from '#ui/use-bulk-selection.ts';
import { contactPhoneRow } from './contact-columns.tsx';
import type { ContactsList } from './use-contacts-list.ts';
import { useWaitingRows } from './waiting-rows.tsx';

type ContactsTableProps = {
  contacts: ContactsList;
  columns: readonly Column<Contact>[];
  preferences: TablePreferences;
  onPreferences: (next: Partial<TablePreferences>) => void;
  selection: BulkSelection | undefined;
  bulkBar: ReactNode;
  empty: ReactNode;
  openId: string | undefined;
  onOpen: (contact: Contact) => void;
};

const byId = ({ id }: Contact) => id;

export function ContactsTable(props: ContactsTableProps) {
  const { contacts, columns, preferences, onPreferences, selection, bulkBar, empty, openId, onOpen } = props;
  const { t } = useTranslation('contacts');
  const { page, list, total, atLeast } = contacts;
  const waiting = useWaitingRows();
  const isFirstPage = list.query.cursor === undefined && !contacts.filtered;
  const hiddenColumns = useMemo(() => hiddenIn(columns, preferences), [columns, preferences]);
  if (page.error instanceof ApiProblem && page.error.fields['sort'] !== undefined) {
    const reset = () => list.setOrder({ column: 'lastActivityAt', direction: 'desc' });
    return (
      <EmptyState title={t('sort.refused')} action={<Button onClick={reset}>{t('sort.reset')}</Button>}>
        {problemText(page.error)}
      </EmptyState>
    );
  }
  if (page.isError) {
    return (
      <LoadError
        title={t('failed')}
        message={t('failedText', { problem: problemText(page.error) })}
        retry={() => list.retry(page)}
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
      frozen
      widths={preferences.widths}
      resize={{
        label: (column) => t('columns.resize', { column }),
        onResize: (column, pixels) => onPreferences({ widths: { ...preferences.widths, [column]: pixels } }),
      }}
      phoneRow={contactPhoneRow}
      pinned={isFirstPage ? waiting : undefined}
      pagination={page.data && { ...list.pagination(total, page.data.nextCursor), atLeast }}
      empty={empty}
      bulkBar={bulkBar}
    />
  );
}
