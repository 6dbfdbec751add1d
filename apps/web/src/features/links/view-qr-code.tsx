import { Link } from '@tanstack/react-router';
import type { QrCode } from '@waggle/contracts/qr-codes';
import { ChartColumn, Download, Pencil } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { Button } from '#ui/button.tsx';
import { buttonClass } from '#ui/button-class.ts';
import { cx } from '#ui/class-names.ts';
import { Dialog } from '#ui/dialog.tsx';
import { CopyShortUrl, OpenTarget, readableAddress } from './addresses.tsx';
import { useMayChange } from './plan-lock.tsx';
import { QrPicture } from './qr-picture.tsx';
import { useDownload } from './use-download.ts';

type ViewQrCodeProps = { code: QrCode; onEdit: () => void; onClose: () => void };

export function ViewQrCode({ code, onEdit, onClose }: ViewQrCodeProps) {
  const { t } = useTranslation('links');
  const format = useFormat();
  const { mayWrite, locked } = useMayChange();
  const { download, busy } = useDownload(code);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={code.name}
      description={code.isActive ? undefined : t('inactiveText')}
      footer={
        <>
          <Link
            to="/dashboard/qr-codes/$qrCodeId"
            params={{ qrCodeId: code.id }}
            search={{}}
            className={cx(buttonClass({ variant: 'ghost' }), 'mr-auto -ml-3.5')}
          >
            <ChartColumn aria-hidden className="icon-control" />
            {t('figures')}
          </Link>
          {mayWrite && (
            <Button icon={Pencil} disabledReason={locked} onClick={onEdit}>
              {t('edit')}
            </Button>
          )}
          <Button variant="primary" icon={Download} busy={busy !== undefined} onClick={() => download()} data-autofocus>
            {t('download')}
          </Button>
        </>
      }
    >
      <div className="grid place-items-center rounded-lg border border-line-strong bg-white p-5">
        <QrPicture code={code} className="w-full max-w-52" />
      </div>
      <dl className="mt-2 divide-y divide-line">
        <Fact label={t('shortUrl')} actions={<CopyShortUrl code={code} />}>
          {readableAddress(code.shortUrl)}
        </Fact>
        <Fact label={t('targetUrl')} actions={<OpenTarget url={code.targetUrl} />}>
          {readableAddress(code.targetUrl)}
        </Fact>
        <Fact label={t('totalScans')}>{format.number(code.scans)}</Fact>
      </dl>
    </Dialog>
  );
}

type FactProps = { label: string; actions?: ReactNode; children: ReactNode };

function Fact({ label, actions, children }: FactProps) {
  return (
    <div className="flex min-h-11 items-center gap-3 py-1.5 text-sm">
      <dt className="w-24 shrink-0 text-muted">{label}</dt>
      <dd className="flex min-w-0 flex-1 items-center gap-1 text-ink">
        <span className="min-w-0 flex-1 wrap-anywhere">{children}</span>
        {actions}
      </dd>
    </div>
  );
}
