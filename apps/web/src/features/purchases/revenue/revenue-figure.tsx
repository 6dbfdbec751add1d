import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { useMoney } from '#lib/money.ts';
import { Button } from '#ui/button.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { Tooltip } from '#ui/tooltip.tsx';
import { revenueQuery, type Source } from '../queries.ts';
import { kindOf } from './kind-of.ts';
import { RevenueDialog } from './revenue-dialog.tsx';

const frame =
  'flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 rounded-lg border border-line-strong bg-surface px-4 py-3 shadow-xs';

/** What people paid after a scan, a submission or a click, in one line. */
export function RevenueFigure({ source }: { source: Source }) {
  const { t } = useTranslation('purchases');
  const revenue = useQuery(revenueQuery(source));
  return (
    <section aria-label={t('revenue.label')} className={frame}>
      <h3 className="text-sm font-normal text-muted">
        <Tooltip label={t(`revenue.${kindOf(source)}.hint`)}>
          <button type="button" className="underline decoration-line-control decoration-dotted underline-offset-4">
            {t('revenue.label')}
          </button>
        </Tooltip>
      </h3>
      {revenue.isPending && <Skeleton width={120} />}
      {revenue.isError && (
        <>
          <p className="text-sm text-muted">{t('revenue.failed')}</p>
          <Button size="sm" busy={revenue.isFetching} onClick={() => void revenue.refetch()}>
            {t('revenue.retry')}
          </Button>
        </>
      )}
      {revenue.data && <Amounts {...revenue.data} source={source} />}
    </section>
  );
}

type AmountsProps = {
  source: Source;
  currency: string;
  touched: number;
  purchases: number;
  shares: { last: number };
};

function Amounts({ source, currency, touched, purchases, shares }: AmountsProps) {
  const { t } = useTranslation('purchases');
  const { number } = useFormat();
  const money = useMoney();
  const [open, setOpen] = useState(false);
  return (
    <>
      <p className="text-lg font-semibold tracking-[-0.025em] text-ink tabular-nums">{money(touched, currency)}</p>
      {purchases === 0 ? (
        <p className="text-sm text-subtle">{t('revenue.none')}</p>
      ) : (
        <>
          <p className="min-w-0 text-sm text-muted">
            {t('count', { count: purchases, shown: number(purchases) })}
            {' · '}
            <Tooltip label={t('revenue.lastHint')}>
              <button type="button" className="underline decoration-line-control decoration-dotted underline-offset-4">
                {t('revenue.last', { amount: money(shares.last, currency) })}
              </button>
            </Tooltip>
          </p>
          <Button size="sm" className="ml-auto" onClick={() => setOpen(true)}>
            {t('revenue.open')}
          </Button>
        </>
      )}
      {open && <RevenueDialog source={source} onClose={() => setOpen(false)} />}
    </>
  );
}
