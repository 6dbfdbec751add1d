import { Link, type LinkProps } from '@tanstack/react-router';
import type { TouchKind } from '@waggle/contracts/purchases';
import { ClipboardList, QrCode, Send } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { type reportOf, useReportAddress } from '#features/campaigns/index.ts';
import { useMoney } from '#lib/money.ts';
import { Card } from '#ui/card.tsx';
import { ChartEmpty } from '#ui/chart-empty.tsx';
import type { Icon } from '#ui/icon.ts';
import type { Funnel } from '../queries.ts';
import { useModel } from './use-model.ts';

const icons: Record<TouchKind, Icon> = { scan: QrCode, form: ClipboardList, click: Send };
type Place = Pick<LinkProps, 'to' | 'params' | 'search'>;

/** Where a source is, for those who may open it. */
function usePlaces(): Record<TouchKind, (id: string) => Place | undefined> {
  const click = useReportAddress();
  const opensCodes = useHolds('links:read');
  const opensForms = useHolds('forms:read');
  return {
    scan: (id) =>
      opensCodes ? { to: '/dashboard/qr-codes/$qrCodeId', params: { qrCodeId: id }, search: {} } : undefined,
    form: (id) => (opensForms ? { to: '/dashboard/forms', search: { analytics: id } } : undefined),
    click,
  };
}
/** Lines before the rest. */
const most = 6;

type Line = {
  key: string;
  label: string;
  amount: number;
  last: number;
  icon?: Icon;
  to?: ReturnType<typeof reportOf> | undefined;
};

/** Revenue by what led to it; a tick shows the last touch beside another model. Lines add up to all revenue. */
export function RevenueSources({ shown }: { shown: Funnel }) {
  const { t } = useTranslation('analytics');
  const inCurrency = useMoney({ brief: true });
  const [model] = useModel();
  const places = usePlaces();
  const { sources, others, none, revenue, currency } = shown;
  const money = (amount: number) => inCurrency(amount, currency);
  const ranked = sources.toSorted((a, b) => b[model] - a[model]).filter((one) => one[model] !== 0 || one.last !== 0);
  const rest = ranked.slice(most).reduce((sum, one) => sum + one[model], others[model]);
  const lines: Line[] = ranked.slice(0, most).map((one) => ({
    key: one.id,
    label: one.name ?? t('funnel.deleted'),
    amount: one[model],
    last: one.last,
    icon: icons[one.kind],
    to: one.name === null ? undefined : (places[one.kind](one.id) as ReturnType<typeof reportOf> | undefined),
  }));
  if (rest !== 0) lines.push({ key: 'rest', label: t('funnel.others'), amount: rest, last: rest });
  if (none[model] !== 0) lines.push({ key: 'none', label: t('funnel.none'), amount: none[model], last: none[model] });
  const largest = Math.max(1, ...lines.flatMap(({ amount, last }) => [amount, last]));
  return (
    <Card title={t('funnel.sources')} aside={model !== 'last' && <LastTouch label={t('funnel.models.last')} />}>
      {lines.length === 0 ? (
        <div className="h-48">
          <ChartEmpty />
        </div>
      ) : (
        <ul className="flex flex-col gap-3.5">
          {lines.map((line) => (
            <SourceLine key={line.key} line={line} largest={largest} money={money} ticked={model !== 'last'} />
          ))}
          <li className="flex justify-between border-t border-line pt-3 text-sm">
            <span className="text-muted">{t('funnel.all')}</span>
            <strong className="font-semibold text-ink tabular-nums">{money(revenue.all)}</strong>
          </li>
        </ul>
      )}
    </Card>
  );
}

const LastTouch = ({ label }: { label: string }) => (
  <span className="flex items-center gap-2 text-xs text-muted">
    <span aria-hidden className="h-3 w-[3px] bg-ink" />
    {label}
  </span>
);

type SourceLineProps = { line: Line; largest: number; money: (amount: number) => string; ticked: boolean };

function SourceLine({ line: { label, amount, last, icon: Icon, to }, largest, money, ticked }: SourceLineProps) {
  return (
    <li>
      <div className="flex items-center gap-2 text-sm">
        {Icon && <Icon aria-hidden className="size-3.5 shrink-0 text-muted" />}
        <span className="min-w-0 flex-1 truncate font-medium text-ink">
          {to ? (
            <Link {...to} className="underline-offset-2 hover:underline">
              {label}
            </Link>
          ) : (
            label
          )}
        </span>
        <span className="font-semibold text-ink tabular-nums">{money(amount)}</span>
      </div>
      <div aria-hidden className="relative mt-1.5 h-1.5 rounded-sm bg-fill">
        <span
          className="absolute inset-y-0 left-0 rounded-sm bg-(--chart-1)"
          style={{ width: `${(amount / largest) * 100}%` }}
        />
        {ticked && (
          <span
            className="absolute -inset-y-1 w-[3px] -translate-x-1/2 bg-ink outline-2 outline-surface"
            style={{ left: `${(last / largest) * 100}%` }}
          />
        )}
      </div>
    </li>
  );
}
