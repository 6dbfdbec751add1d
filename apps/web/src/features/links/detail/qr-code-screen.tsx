import type { UseQueryResult } from '@tanstack/react-query';
import { Link, Navigate, useNavigate, useParams } from '@tanstack/react-router';
import { qrSize, type QrCode } from '@waggle/contracts/qr-codes';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUser } from '#features/accounts/index.ts';
import { ApiProblem } from '#lib/api.ts';
import { problemText } from '#lib/problem-text.ts';
import { useNoteRecent } from '#lib/recent.ts';
import { useRecordTitle } from '#lib/record-title.ts';
import { LoadError } from '#ui/load-error.tsx';
import { PageBody, PageHeader } from '#ui/page-header.tsx';
import { useDelayedPending } from '#ui/use-delayed-pending.ts';
import { DeleteQrCode } from '../delete-qr-code.tsx';
import { PlanLockBanner, useMayChange } from '../plan-lock.tsx';
import { QrCodeDialog } from '../qr-code-dialog.tsx';
import { useWatchedQrCode } from '../queries.ts';
import { CodeCard } from './code-card.tsx';
import { DetailSkeleton } from './detail-skeleton.tsx';
import { QrCodeHeader, type DetailLayer } from './qr-code-header.tsx';
import { ScanStats } from './scan-stats.tsx';

const DesignerDialog = lazy(async () => ({
  default: (await import('../designer/designer-dialog.tsx')).DesignerDialog,
}));

export function QrCodeScreen() {
  const { qrCodeId } = useParams({ from: '/dashboard/qr-codes/$qrCodeId' });
  const code = useWatchedQrCode(qrCodeId);
  useRecordTitle(code.data?.name);
  useNoteRecent(useUser().id, code.data && recentOf(code.data));
  // Of another client than the active one, or deleted: the list shows what there is.
  if (code.error instanceof ApiProblem && code.error.status === 404)
    return <Navigate to="/dashboard/qr-codes" search={{}} replace />;
  return code.data ? <OpenedCode key={qrCodeId} code={code.data} /> : <UnopenedCode code={code} />;
}

const recentOf = ({ id, name }: QrCode) => ({
  kind: 'qr-code',
  id,
  label: name,
  href: `/dashboard/qr-codes/${id}`,
});

function UnopenedCode({ code }: { code: UseQueryResult<QrCode> }) {
  const { t } = useTranslation('links');
  const waiting = useDelayedPending(code.isFetching);
  const trail = [
    <Link key="list" to="/dashboard/qr-codes" search={{}}>
      {t('title')}
    </Link>,
  ];
  return (
    <>
      <PageHeader title={t('one')} breadcrumb={trail} />
      {code.isError ? (
        <LoadError
          title={t('failedOne')}
          message={problemText(code.error)}
          retry={() => void code.refetch()}
          busy={code.isFetching}
        />
      ) : (
        <PageBody>{waiting && <DetailSkeleton />}</PageBody>
      )}
    </>
  );
}

function OpenedCode({ code }: { code: QrCode }) {
  const [layer, setLayer] = useState<DetailLayer>();
  const [size, setSize] = useState<number>(qrSize.default);
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <QrCodeHeader code={code} size={size} onOpen={setLayer} />
      <PlanLockBanner />
      <PageBody className="grid items-start gap-4 xl:grid-cols-[20rem_minmax(0,1fr)]">
        <CodeCard code={code} size={size} onSize={setSize} onEdit={() => setLayer('edit')} />
        <ScanStats code={code} />
      </PageBody>
      <Layers code={code} layer={layer} onClose={() => setLayer(undefined)} />
    </div>
  );
}

type LayersProps = { code: QrCode; layer: DetailLayer | undefined; onClose: () => void };

function Layers({ code, layer, onClose }: LayersProps) {
  const navigate = useNavigate();
  const { mayWrite } = useMayChange();
  if (!mayWrite) return null;
  return (
    <>
      {layer === 'edit' && <QrCodeDialog code={code} onClose={onClose} />}
      {layer === 'design' && (
        <Suspense>
          <DesignerDialog code={code} onClose={onClose} />
        </Suspense>
      )}
      {layer === 'delete' && (
        <DeleteQrCode
          code={code}
          onClose={onClose}
          onDeleted={() => void navigate({ to: '/dashboard/qr-codes', search: {} })}
        />
      )}
    </>
  );
}
