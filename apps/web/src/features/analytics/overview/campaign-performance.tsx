import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { useChartFiles } from '#features/accounts/index.ts';
import { useDefinitions, useGoal } from '#features/dashboard/index.ts';
import { ChartFrame } from '#ui/chart-frame.tsx';
import { Hint } from '#ui/hint.tsx';
import { partOf, type Step, steps, usePerformance } from '../charts/use-performance.ts';
import type { Analytics } from '../queries.ts';
import { useShown, useTabAddress } from '../use-shown.ts';

/** Bars as long as their part of the most that was sent in either period; a tick shows the period before. */
export function CampaignPerformance({ shown }: { shown: Analytics }) {
  const { t } = useTranslation(['analytics', 'metrics']);
  const { performance, performanceBefore, isDeliveredEstimated } = shown;
  const chart = usePerformance(shown);
  const { t: goalText } = useTranslation('goals');
  const goal = useGoal('open-rate');
  const reached = goal.shown && goalText('openRate', { sentence: goal.shown.sentence });
  const most = Math.max(1, performance.sent, performanceBefore?.sent ?? 0);
  const files = useChartFiles(chart?.image);
  return (
    <>
      <ChartFrame
        title={t('performance.title')}
        finding={t('performance.title')}
        aside={
          performanceBefore && (
            <span className="flex items-center gap-2 text-xs text-muted">
              <span aria-hidden className="h-3 w-[3px] bg-ink" />
              {t('performance.before')}
            </span>
          )
        }
        table={chart?.table}
        {...files}
        menu={goal.item}
        footnote={
          chart &&
          [t('performance.rates'), isDeliveredEstimated && t('metrics:estimated'), reached].filter(Boolean).join(' ')
        }
        empty={!chart}
        height={chart ? 'auto' : 224}
      >
        <ul className="flex flex-col gap-6 py-1.5 max-sm:gap-4">
          {steps.map((step) => (
            <StepBar key={step} step={step} shown={shown} most={most} />
          ))}
        </ul>
      </ChartFrame>
      {goal.dialog}
    </>
  );
}

type StepBarProps = { step: Step; shown: Analytics; most: number };

function StepBar({ step, shown: { performance, performanceBefore }, most }: StepBarProps) {
  const { t } = useTranslation('analytics');
  const format = useFormat();
  const define = useDefinitions();
  const { period } = useShown();
  const tabAddress = useTabAddress();
  const people = performance[step];
  const before = performanceBefore?.[step];
  const part = partOf(step, performance);
  return (
    <li className="grid grid-cols-[5.5rem_minmax(0,1fr)_5rem_4rem] items-center gap-x-2 gap-y-1.5 text-sm max-sm:grid-cols-[1fr_auto_3.5rem]">
      <span className="min-w-0 text-muted">
        <Hint text={define(step)}>{t(`performance.steps.${step}`)}</Hint>
      </span>
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
        <Link
          {...tabAddress('campaigns', period)}
          aria-label={`${t(`performance.steps.${step}`)}: ${format.number(people)}`}
          className="hover:underline"
        >
          {format.number(people)}
        </Link>
        {before !== undefined && (
          <span className="sr-only">{t('performance.was', { shown: format.number(before), count: before })}</span>
        )}
      </span>
      <span className="text-right text-muted tabular-nums">{part !== null && format.percent(part)}</span>
    </li>
  );
}
