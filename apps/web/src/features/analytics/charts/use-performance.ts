import type { CampaignTotals } from '@waggle/contracts/analytics';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import type { ChartImage } from '#ui/chart-image/chart-image.ts';
import type { ChartTableData } from '#ui/chart-table.tsx';
import type { Analytics } from '../queries.ts';
import { useSubtitle } from './use-subtitle.ts';

export type Step = keyof CampaignTotals;
export const steps: readonly Step[] = ['sent', 'delivered', 'opened', 'clicked', 'bounced'];

/** What each step is a part of: opens and clicks of what was delivered, the others of what was sent. */
const baseOf: Record<Exclude<Step, 'sent'>, Step> = {
  delivered: 'sent',
  opened: 'delivered',
  clicked: 'delivered',
  bounced: 'sent',
};

/** Null where there is nothing it could be a part of. */
export function partOf(step: Step, totals: CampaignTotals): number | null {
  const base = step === 'sent' ? 0 : totals[baseOf[step]];
  return base > 0 ? totals[step] / base : null;
}

/** The steps as a table and as a file; undefined while nothing was sent. */
export function usePerformance(shown: Analytics | undefined): { table: ChartTableData; image: ChartImage } | undefined {
  const { t } = useTranslation('analytics');
  const format = useFormat();
  const subtitle = useSubtitle(shown?.period);
  if (!shown || (shown.performance.sent === 0 && !shown.performanceBefore?.sent)) return undefined;
  const { performance, performanceBefore: before } = shown;
  const lines = steps.map((step) => {
    const part = partOf(step, performance);
    return { step, label: t(`performance.steps.${step}`), note: part === null ? '' : format.percent(part) };
  });
  return {
    table: {
      columns: [
        t('performance.step'),
        t('performance.emails'),
        t('performance.rate'),
        ...(before ? [t('performance.before')] : []),
      ],
      rows: lines.map(({ step, label, note }) => [label, performance[step], note, ...(before ? [before[step]] : [])]),
    },
    image: {
      title: t('performance.title'),
      subtitle,
      footnote: t('performance.rates') + (before ? ` ${t('performance.tick')}` : ''),
      drawing: {
        kind: 'bars',
        bars: lines.map(({ step, label, note }) => ({
          label,
          note,
          value: performance[step],
          shown: format.number(performance[step]),
          before: before?.[step],
          series: step === 'bounced' ? 6 : 1,
        })),
      },
    },
  };
}
