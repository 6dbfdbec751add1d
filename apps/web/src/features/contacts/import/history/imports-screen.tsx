import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { Import } from '@waggle/contracts/imports';
import { Upload } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { useListAddress } from '#lib/list-address.ts';
import { problemText } from '#lib/problem-text.ts';
import { useSingleKeys } from '#lib/shortcuts.ts';
import { Button } from '#ui/button.tsx';
import { DataTable } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { PageHeader, PageToolbar } from '#ui/page-header.tsx';
import { SearchInput } from '#ui/search-input.tsx';
import { useUiText } from '#ui/ui-text.tsx';
import { useIsPhone } from '#ui/use-media-query.ts';
import { useNoRoom } from '../../plan-limit.tsx';
import { ImportDialog } from '../import-dialog.tsx';
import { newImport } from '../import-address.ts';
import { importsQuery } from '../queries.ts';
import { UndoQuestion } from '../undo-button.tsx';
import { useImportColumns, useImportPhoneRow } from './import-columns.tsx';

const from = '/dashboard/contacts/imports';
const byId = ({ id }: Import) => id;

/** Every file that was imported: who brought it, what it did, and the way back. */
export function ImportsScreen() {
  const { t } = useTranslation(['contacts-import', 'contacts']);
  const format = useFormat();
  const list = useListAddress(['-createdAt', 'createdAt']);
  const imports = useQuery(importsQuery(list.query));
  const { import: shown } = useSearch({ from });
  const navigate = useNavigate({ from });
  const show = (importId: string | undefined) =>
    void navigate({ search: (now) => ({ ...now, import: importId }), replace: true, resetScroll: false });
  const total = imports.data?.total;

  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <PageHeader
        title={t('history.title')}
        count={total ? format.number(total) : undefined}
        breadcrumb={[
          <Link key="contacts" to="/dashboard/contacts">
            {t('contacts:title')}
          </Link>,
        ]}
        actions={<ImportButton onClick={() => show(newImport)} />}
      />
      <ImportTable list={list} imports={imports} onOpen={show} />
      {shown && <ImportDialog onClose={() => show(undefined)} />}
    </div>
  );
}

function ImportButton({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation('contacts-import');
  const isPhone = useIsPhone();
  const shared = { variant: 'primary', icon: Upload, disabledReason: useNoRoom(), onClick } as const;
  const label = t('history.import');
  return isPhone ? <IconButton {...shared} label={label} /> : <Button {...shared}>{label}</Button>;
}

type ImportTableProps = {
  list: ReturnType<typeof useListAddress<'-createdAt' | 'createdAt'>>;
  imports: ReturnType<typeof useQuery<{ items: Import[]; total: number; nextCursor: string | null }>>;
  onOpen: (importId: string) => void;
};

function ImportTable({ list, imports, onOpen }: ImportTableProps) {
  const { t } = useTranslation('contacts-import');
  const singleKeys = useSingleKeys();
  const [undone, setUndone] = useState<Import>();
  const columns = useImportColumns(setUndone);
  const phoneRow = useImportPhoneRow(setUndone);
  return (
    <>
      <PageToolbar>
        <SearchInput
          label={t('history.search')}
          placeholder={t('history.search')}
          value={list.search}
          onValueChange={list.setSearch}
          hotkey={singleKeys}
          className="sm:max-w-60"
        />
      </PageToolbar>
      {imports.isError ? (
        <LoadError
          title={t('history.failed')}
          message={problemText(imports.error)}
          retry={() => void imports.refetch()}
          busy={imports.isFetching}
        />
      ) : (
        <DataTable
          label={t('history.title')}
          columns={columns}
          rows={imports.data?.items}
          rowId={byId}
          refreshing={imports.isPlaceholderData}
          sort={list.order}
          onSortChange={list.setOrder}
          onRowOpen={({ id }) => onOpen(id)}
          phoneRow={phoneRow}
          pagination={imports.data && list.pagination(imports.data.total, imports.data.nextCursor)}
          empty={<NoImports search={list.search} clear={() => list.setSearch('')} />}
        />
      )}
      {undone && <UndoQuestion found={undone} onClose={() => setUndone(undefined)} />}
    </>
  );
}

function NoImports({ search, clear }: { search: string; clear: () => void }) {
  const { t } = useTranslation('contacts-import');
  const text = useUiText();
  if (search === '') return <EmptyState title={t('history.none')}>{t('history.noneText')}</EmptyState>;
  return (
    <EmptyState title={t('history.notFound')} action={<Button onClick={clear}>{text.clearFilters}</Button>}>
      {t('history.noMatch', { search })}
    </EmptyState>
  );
}
