import type { QrCode } from '@waggle/contracts/qr-codes';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { Time } from '#lib/time.tsx';
import type { Column, PhoneRow } from '#ui/data-table.tsx';
import { Sparkline } from '#ui/sparkline.tsx';
import { CopyShortUrl, OpenTarget, readableAddress } from '../addresses.tsx';
import { QrCodeMenu, type Question } from '../qr-code-menu.tsx';
import { QrPicture } from '../qr-picture.tsx';
import { StatusBadge } from '../status-badge.tsx';

type Ask = (code: QrCode, what: Question) => void;

export function useQrCodeColumns(onAsk: Ask): Column<QrCode>[] {
  const { t } = useTranslation('links');
  const { number } = useFormat();
  // The columns stay the same while the question they ask changes.
  const ask = useRef(onAsk);
  useEffect(() => {
    ask.current = onAsk;
  });
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('columns.name'),
        sortable: true,
        primary: true,
        cell: (code) => <NameCell code={code} />,
      },
      {
        id: 'shortCode',
        header: t('columns.shortCode'),
        width: '7.5rem',
        cell: (code) => <ShortCodeCell code={code} />,
      },
      { id: 'targetUrl', header: t('columns.targetUrl'), cell: (code) => <TargetCell code={code} /> },
      {
        id: 'scans',
        header: t('columns.scans'),
        sortable: true,
        align: 'end',
        width: '5rem',
        cell: ({ scans }) => <span className="font-semibold text-ink">{number(scans)}</span>,
      },
      { id: 'trend', header: t('columns.trend'), width: '6.5rem', cell: (code) => <Trend code={code} /> },
      {
        id: 'status',
        header: t('columns.status'),
        width: '6rem',
        cell: ({ isActive }) => <StatusBadge isActive={isActive} />,
      },
      {
        id: 'createdAt',
        header: t('columns.created'),
        sortable: true,
        width: '7rem',
        cell: ({ createdAt }) => <Time at={createdAt} className="whitespace-nowrap" />,
      },
      {
        id: 'actions',
        header: t('columns.actions'),
        align: 'end',
        width: '4rem',
        cell: (code) => <QrCodeMenu code={code} onAsk={(what) => ask.current(code, what)} />,
      },
    ],
    [t, number],
  );
}

function NameCell({ code }: { code: QrCode }) {
  return (
    <span className="flex min-w-0 items-center gap-3">
      <QrPicture code={code} decorative className="size-9 shrink-0 rounded-xs border border-line-strong p-0.5" />
      <span className="flex max-w-36 min-w-0 flex-col min-[88rem]:max-w-52">
        <span className="truncate">{code.name}</span>
        {code.labels.length > 0 && (
          <span title={code.labels.join(', ')} className="truncate text-xs font-normal text-subtle">
            {code.labels.join(', ')}
          </span>
        )}
      </span>
    </span>
  );
}

function ShortCodeCell({ code }: { code: QrCode }) {
  return (
    <span className="flex items-center gap-1">
      <span className="font-mono text-xs text-ink">{code.shortCode}</span>
      <CopyShortUrl code={code} />
    </span>
  );
}

function TargetCell({ code }: { code: QrCode }) {
  return (
    <span className="flex min-w-0 items-center gap-1">
      <span title={code.targetUrl} className="max-w-40 truncate min-[88rem]:max-w-52">
        {readableAddress(code.targetUrl)}
      </span>
      <OpenTarget url={code.targetUrl} />
    </span>
  );
}

/** Nothing to draw while nobody scans. */
function Trend({ code }: { code: QrCode }) {
  const { t } = useTranslation('links');
  const { number } = useFormat();
  const total = code.trend.reduce((sum, scans) => sum + scans, 0);
  if (total === 0) return <span className="text-subtle">–</span>;
  return (
    <span className="flex items-center">
      <Sparkline values={code.trend} tone={code.isActive ? 'accent' : 'muted'} width={84} height={26} />
      <span className="sr-only">{t('trendOf', { count: total, shown: number(total) })}</span>
    </span>
  );
}

/** The menu does not fit into a row that is itself a button: the detail page offers the same. */
export function usePhoneRow(): (code: QrCode) => PhoneRow {
  const { t } = useTranslation('links');
  const { number } = useFormat();
  return (code) => ({
    leading: (
      <QrPicture code={code} decorative className="size-11 shrink-0 rounded-xs border border-line-strong p-0.5" />
    ),
    title: code.name,
    badge: code.isActive ? undefined : <StatusBadge isActive={false} />,
    subtitle: readableAddress(code.targetUrl),
    aside: t('scanCount', { count: code.scans, shown: number(code.scans) }),
    asideBelow: <Trend code={code} />,
  });
}
