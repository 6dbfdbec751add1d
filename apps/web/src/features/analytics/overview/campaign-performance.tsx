import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { Card } from '#ui/card.tsx';
import { ChartEmpty } from '#ui/chart-empty.tsx';
import type { Analytics } from '../queries.ts';

const steps = ['sent', 'delivered', 'opened', 'clicked', 'bounced'] as const;
type Step = (typeof steps)[number];

/** What each step is a part of: opens and clicks of what was delivered, the others of what was sent. */
const baseOf: Record<Exclude<Step, 'sent'>, Step> = {
  delivered: 'sent',
  opened: 'delivered',
  clicked: 'delivered',
  bounced: 'sent',
};

/** Bars as long as their part of the most that was sent in either period; a tick shows the period before. */
export function CampaignPerformance({ shown }: { shown: Analytics }) {
  const { t } = useTranslation('analytics');
  const { performance, performanceBefore, isDeliveredEstimated } = shown;
  const isEmpty = performance.sent === 0 && (performanceBefore?.sent ?? 0) === 0;
  const most = Math.max(1, performance.sent, performanceBefore?.sent ?? 0);
  return (
    <Card
      title={t('performance.title')}
      aside={
        performanceBefore && (
          <>
            <span aria-hidden className="h-3 w-[3px] bg-ink" />
            {t('performance.before')}
          </>
        )
      }
      className="flex flex-col [&>div:last-child]:flex-1"
    >
      {isEmpty ? (
        <div className="h-56">
          <ChartEmpty />
        </div>
      ) : (
        <>
          <ul className="flex flex-col gap-6 max-sm:gap-4">
            {steps.map((step) => (
              <StepBar key={step} step={step} shown={shown} most={most} />
            ))}
          </ul>
          <p className="mt-6 text-xs text-muted">
            {t('performance.rates')} {isDeliveredEstimated && t('estimated')}
          </p>
        </>
      )}
    </Card>
  );
}

type StepBarProps = { step: Step; shown: Analytics; most: number };

function StepBar({ step, shown: { performance, performanceBefore }, most }: StepBarProps) {
  const { t } = useTranslation('analytics');
  const format = useFormat();
  const people = performance[step];
  const before = performanceBefore?.[step];
  const base = step === 'sent' ? 0 : performance[baseOf[step]];
  return (
    <li className="grid grid-cols-[5.5rem_minmax(0,1fr)_5rem_4rem] items-center gap-x-2 gap-y-1.5 text-sm max-sm:grid-cols-[1fr_auto_3.5rem]">
      <span className="text-muted">{t(`performance.steps.${step}`)}</span>
      <span aria-hidden className="relative h-3.5 rounded-sm bg-fill max-sm:order-last max-sm:col-span-3 max-sm:h-3">
        <span
          className={`absolute inset-y-0 left-0 rounded-sm ${step === 'bounced' ? 'bg-(--chart-6)' : 'bg-(--chart-1)'}`}
          style={{ width: `${(people / most) * 100}%` }}
        />
        {before !== undefined && (
          <span
            className="absolute -inset-y-1 w-[3px] -translate-x-1/2 bg-ink outline-2 outline-surface"
            style={{ left: `${(before / most) * 100}%` }}
          />
        )}
      </span>
      <span className="text-right font-semibold text-ink tabular-nums">
        {format.number(people)}
        {before !== undefined && (
          <span className="sr-only">{t('performance.was', { shown: format.number(before), count: before })}</span>
        )}
      </span>
      <span className="text-right text-muted tabular-nums">{base > 0 && format.percent(people / base)}</span>
    </li>
  );
}
