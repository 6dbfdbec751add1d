import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { suppressionReasons, type Suppression, type SuppressionReason } from '@waggle/contracts/suppressions';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useListAddress } from '#lib/list-address.ts';
import { problemText } from '#lib/problem-text.ts';
import { useSingleKeys } from '#lib/shortcuts.ts';
import { Button } from '#ui/button.tsx';
import { DataTable } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { PageToolbar } from '#ui/page-header.tsx';
import { SearchInput } from '#ui/search-input.tsx';
import { Select } from '#ui/select.tsx';
import { suppressionsQuery } from './queries.ts';
import { SuppressionDialog } from './suppression-dialog.tsx';
import { usePhoneRow, useSuppressionColumns } from './suppression-columns.tsx';

const byId = (suppression: Suppression) => suppression.id;
const any = 'any';

function useSuppressionAddress() {
  const { reason } = useSearch({ strict: false }) as { reason?: string };
  const navigate = useNavigate();
  const list = useListAddress(['-happenedAt', 'happenedAt']);
  const restart = (change: { reason: SuppressionReason | undefined; search?: undefined }) =>
    void navigate({
      to: '.',
      search: (now: object) => ({ ...now, ...change, cursor: undefined, page: undefined }),
      replace: true,
    } as never);
  return {
    list,
    reason: suppressionReasons.find((one) => one === reason),
    setReason: (next: SuppressionReason | undefined) => restart({ reason: next }),
    clear: () => restart({ reason: undefined, search: undefined }),
  };
}

export function SuppressionList({ onAdd }: { onAdd: (() => void) | undefined }) {
  const { t } = useTranslation('contacts-import');
  const address = useSuppressionAddress();
  const { list, reason } = address;
  const page = useQuery(suppressionsQuery({ ...list.query, reason }));
  const [opened, setOpened] = useState<Suppression>();
  const columns = useSuppressionColumns(setOpened);
  const phoneRow = usePhoneRow();
  const narrowed = list.search !== '' || reason !== undefined;

  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <SuppressionToolbar address={address} />
      {page.isError ? (
        <LoadError
          title={t('suppressed.failed')}
          message={problemText(page.error)}
          retry={() => list.retry(page)}
          busy={page.isFetching}
        />
      ) : (
        <DataTable
          label={t('suppressed.title')}
          columns={columns}
          rows={page.data?.items}
          rowId={byId}
          refreshing={page.isPlaceholderData}
          sort={list.order}
          onSortChange={list.setOrder}
          onRowOpen={setOpened}
          phoneRow={phoneRow}
          pagination={page.data && list.pagination(page.data.total, page.data.nextCursor)}
          empty={<NoSuppressions clear={narrowed ? address.clear : undefined} onAdd={onAdd} />}
        />
      )}
      {opened && <SuppressionDialog suppression={opened} onClose={() => setOpened(undefined)} />}
    </div>
  );
}

function SuppressionToolbar({ address }: { address: ReturnType<typeof useSuppressionAddress> }) {
  const { t } = useTranslation('contacts-import');
  const singleKeys = useSingleKeys();
  const { list, reason, setReason } = address;
  return (
    <>
      <p className="px-7 pt-4 text-sm text-muted max-xl:px-5 max-lg:px-4">{t('suppressed.text')}</p>
      <PageToolbar>
        <SearchInput
          label={t('suppressed.search')}
          placeholder={t('suppressed.search')}
          value={list.search}
          onValueChange={list.setSearch}
          hotkey={singleKeys}
          className="sm:max-w-72"
        />
        <Select
          aria-label={t('suppressed.filterReason')}
          className="w-auto! min-w-40 text-sm! max-sm:w-full!"
          value={reason ?? any}
          onValueChange={(value) => setReason(suppressionReasons.find((one) => one === value))}
          options={[
            { value: any, label: t('suppressed.anyReason') },
            ...suppressionReasons.map((value) => ({ value, label: t(`suppressed.reasons.${value}`) })),
          ]}
        />
      </PageToolbar>
    </>
  );
}

type NoSuppressionsProps = { clear: (() => void) | undefined; onAdd: (() => void) | undefined };

function NoSuppressions({ clear, onAdd }: NoSuppressionsProps) {
  const { t } = useTranslation('contacts-import');
  if (clear) {
    return (
      <EmptyState title={t('suppressed.noneFound')} action={<Button onClick={clear}>{t('suppressed.clear')}</Button>}>
        {t('suppressed.noneFoundText')}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={t('suppressed.none')}
      action={
        onAdd && (
          <Button icon={Plus} onClick={onAdd}>
            {t('suppressed.add')}
          </Button>
        )
      }
    >
      {t('suppressed.noneText')}
    </EmptyState>
  );
}
