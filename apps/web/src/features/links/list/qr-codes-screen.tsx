import { useNavigate, useSearch } from '@tanstack/react-router';
import type { QrCode } from '@waggle/contracts/qr-codes';
import { Ellipsis, FileUp, Plus, Tags } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { problemText } from '#lib/problem-text.ts';
import { Button } from '#ui/button.tsx';
import { DataTable } from '#ui/data-table.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { useMediaQuery } from '#ui/use-media-query.ts';
import { ImportDialog } from '../bulk/import-dialog.tsx';
import { DeleteQrCode } from '../delete-qr-code.tsx';
import { PlanLockBanner, useMayChange } from '../plan-lock.tsx';
import { QrCodeDialog } from '../qr-code-dialog.tsx';
import type { Question } from '../qr-code-menu.tsx';
import { ManageLabels } from '../labels/manage-labels.tsx';
import { ViewQrCode } from '../view-qr-code.tsx';
import { NoQrCodes } from './no-qr-codes.tsx';
import { QrBulkBar } from './qr-bulk-bar.tsx';
import { usePhoneRow, useQrCodeColumns } from './qr-code-columns.tsx';
import { QrCodesToolbar } from './qr-codes-toolbar.tsx';
import { type QrCodesList, useQrCodesList } from './use-qr-codes-list.ts';

const from = '/dashboard/qr-codes';
const byId = ({ id }: QrCode) => id;

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
  const [layer, setLayer] = useState<ListLayer>();
  const total = codes.page.data?.total;
  const nothingYet = total === 0 && !codes.filtered;

  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <PageHeader
        title={t('title')}
        count={total ? format.number(total) : undefined}
        actions={
          mayWrite && (
            <>
              <MoreMenu onAsk={setLayer} />
              {!nothingYet && <CreateButton onClick={() => setAdding(true)} />}
            </>
          )
        }
      />
      <PlanLockBanner />
      <QrCodeTable codes={codes} nothingYet={nothingYet} onCreate={() => setAdding(true)} />
      {layer === 'import' && <ImportDialog onClose={() => setLayer(undefined)} />}
      {layer === 'labels' && <ManageLabels onClose={() => setLayer(undefined)} />}
      {mayWrite && !locked && add && <QrCodeDialog onClose={() => setAdding(false)} />}
    </div>
  );
}

type ListLayer = 'labels' | 'import';

function MoreMenu({ onAsk }: { onAsk: (layer: ListLayer) => void }) {
  const { t } = useTranslation('links');
  const { locked } = useMayChange();
  return (
    <Menu trigger={<IconButton label={t('more')} icon={Ellipsis} />}>
      <MenuItem icon={FileUp} disabled={locked !== undefined} description={locked} onSelect={() => onAsk('import')}>
        {t('bulk.title')}
      </MenuItem>
      <MenuItem icon={Tags} disabled={locked !== undefined} description={locked} onSelect={() => onAsk('labels')}>
        {t('labels.manage')}
      </MenuItem>
    </Menu>
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
  const { mayWrite } = useMayChange();
  const { list, page } = codes;

  if (page.isError) {
    return (
      <LoadError
        title={t('failed')}
        message={problemText(page.error)}
        retry={() => list.retry(page)}
        busy={page.isFetching}
      />
    );
  }
  return (
    <>
      {!nothingYet && <QrCodesToolbar codes={codes} />}
      <DataTable
        label={t('title')}
        columns={columns}
        rows={page.data?.items}
        rowId={byId}
        density="roomy"
        refreshing={page.isPlaceholderData}
        {...(mayWrite && {
          selection: codes.selection,
          bulkBar: <QrBulkBar codes={codes} total={page.data?.total ?? 0} />,
        })}
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

type Asked = { code: QrCode; what: Question };

function Layer({ code, what, onAsk }: Asked & { onAsk: (asked: Asked | undefined) => void }) {
  const close = () => onAsk(undefined);
  if (what === 'delete') return <DeleteQrCode code={code} onClose={close} />;
  if (what === 'edit') return <QrCodeDialog code={code} onClose={close} />;
  return <ViewQrCode code={code} onEdit={() => onAsk({ code, what: 'edit' })} onClose={close} />;
}
