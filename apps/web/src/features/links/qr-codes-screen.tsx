import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { QrCode } from '@waggle/contracts/qr-codes';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { useListAddress } from '#lib/list-address.ts';
import { problemText } from '#lib/problem-text.ts';
import { useSingleKeys } from '#lib/shortcuts.ts';
import { Button } from '#ui/button.tsx';
import { DataTable } from '#ui/data-table.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { PageHeader, PageToolbar } from '#ui/page-header.tsx';
import { SearchInput } from '#ui/search-input.tsx';
import { Select } from '#ui/select.tsx';
import { useMediaQuery } from '#ui/use-media-query.ts';
import { DeleteQrCode } from './delete-qr-code.tsx';
import { NoQrCodes } from './no-qr-codes.tsx';
import { PlanLockBanner, useMayChange } from './plan-lock.tsx';
import { usePhoneRow, useQrCodeColumns } from './qr-code-columns.tsx';
import { QrCodeDialog } from './qr-code-dialog.tsx';
import type { Question } from './qr-code-menu.tsx';
import { qrCodesQuery } from './queries.ts';
import { ViewQrCode } from './view-qr-code.tsx';

const from = '/dashboard/qr-codes';
const byId = ({ id }: QrCode) => id;

/** The list as the address describes it. */
function useQrCodesList() {
  const list = useListAddress(['-createdAt', 'createdAt', 'name', '-name', '-scans', 'scans']);
  const { active } = useSearch({ from });
  const navigate = useNavigate({ from });
  const page = useQuery(qrCodesQuery({ ...list.query, active: active && (active === 'yes' ? 'true' : 'false') }));
  const restart = (change: { active?: string | undefined; search?: undefined }) =>
    void navigate({ search: (now) => ({ ...now, ...change, page: undefined, cursor: undefined }), replace: true });
  return {
    list,
    page,
    active,
    setActive: (next: string | undefined) => restart({ active: next }),
    clear: () => restart({ active: undefined, search: undefined }),
    filtered: list.search !== '' || active !== undefined,
  };
}

type QrCodesList = ReturnType<typeof useQrCodesList>;

export function QrCodesScreen() {
  const { t } = useTranslation('links');
  const format = useFormat();
  const codes = useQrCodesList();
  const { mayWrite } = useMayChange();
  const { add = false } = useSearch({ from });
  const navigate = useNavigate({ from });
  const { locked } = useMayChange();
  const setAdding = (open: boolean) =>
    void navigate({ search: (now) => ({ ...now, add: open || undefined }), replace: true });
  const total = codes.page.data?.total;
  const nothingYet = total === 0 && !codes.filtered;

  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <PageHeader
        title={t('title')}
        count={total ? format.number(total) : undefined}
        actions={mayWrite && !nothingYet && <CreateButton onClick={() => setAdding(true)} />}
      />
      <PlanLockBanner />
      <QrCodeTable codes={codes} nothingYet={nothingYet} onCreate={() => setAdding(true)} />
      {mayWrite && !locked && add && <QrCodeDialog onClose={() => setAdding(false)} />}
    </div>
  );
}

function CreateButton({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation('links');
  const wide = useMediaQuery('(min-width: 40rem)');
  const { locked } = useMayChange();
  if (!wide) {
    return <IconButton variant="primary" icon={Plus} label={t('create')} disabledReason={locked} onClick={onClick} />;
  }
  return (
    <Button variant="primary" icon={Plus} disabledReason={locked} onClick={onClick}>
      {t('create')}
    </Button>
  );
}

type QrCodeTableProps = { codes: QrCodesList; nothingYet: boolean; onCreate: () => void };

function QrCodeTable({ codes, nothingYet, onCreate }: QrCodeTableProps) {
  const { t } = useTranslation('links');
  const navigate = useNavigate();
  const [asked, setAsked] = useState<{ code: QrCode; what: Question }>();
  const columns = useQrCodeColumns((code, what) => setAsked({ code, what }));
  const phoneRow = usePhoneRow();
  const { list, page } = codes;

  if (page.isError) {
    return (
      <LoadError
        title={t('failed')}
        message={problemText(page.error)}
        retry={() => void page.refetch()}
        busy={page.isFetching}
      />
    );
  }
  return (
    <>
      {!nothingYet && <Toolbar codes={codes} />}
      <DataTable
        label={t('title')}
        columns={columns}
        rows={page.data?.items}
        rowId={byId}
        density="roomy"
        refreshing={page.isPlaceholderData}
        sort={list.order}
        onSortChange={list.setOrder}
        onRowOpen={({ id: qrCodeId }) =>
          void navigate({ to: '/dashboard/qr-codes/$qrCodeId', params: { qrCodeId }, search: {} })
        }
        phoneRow={phoneRow}
        pagination={page.data && list.pagination(page.data.total, page.data.nextCursor)}
        empty={<NoQrCodes search={list.search} filtered={codes.filtered} onClear={codes.clear} onCreate={onCreate} />}
      />
      {asked && <Layer {...asked} onAsk={setAsked} />}
    </>
  );
}

function Toolbar({ codes: { list, active, setActive } }: { codes: QrCodesList }) {
  const { t } = useTranslation('links');
  const singleKeys = useSingleKeys();
  return (
    <PageToolbar>
      <SearchInput
        label={t('search')}
        placeholder={t('search')}
        value={list.search}
        onValueChange={list.setSearch}
        hotkey={singleKeys}
        className="sm:max-w-80"
      />
      <Select
        aria-label={t('columns.status')}
        className="w-auto! min-w-36 text-sm! max-sm:w-full!"
        value={active ?? 'any'}
        onValueChange={(value) => setActive(value === 'any' ? undefined : value)}
        options={[
          { value: 'any', label: t('anyStatus') },
          { value: 'yes', label: t('active') },
          { value: 'no', label: t('inactive') },
        ]}
      />
    </PageToolbar>
  );
}

type Asked = { code: QrCode; what: Question };

function Layer({ code, what, onAsk }: Asked & { onAsk: (asked: Asked | undefined) => void }) {
  const close = () => onAsk(undefined);
  if (what === 'delete') return <DeleteQrCode code={code} onClose={close} />;
  if (what === 'edit') return <QrCodeDialog code={code} onClose={close} />;
  return <ViewQrCode code={code} onEdit={() => onAsk({ code, what: 'edit' })} onClose={close} />;
}
