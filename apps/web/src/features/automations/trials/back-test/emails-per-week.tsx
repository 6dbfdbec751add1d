import { findStep } from '@waggle/automations/steps';
import type { BackTest, BackTestResult } from '@waggle/contracts/automation-trials';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { BarChart } from '#ui/bar-chart.tsx';
import { ChartFrame } from '#ui/chart-frame.tsx';
import { useEditor } from '../../editor/editor-context.ts';
import { useTriedDocument } from './use-tried-document.ts';
import { weekSeries } from './week-series.ts';

type EmailsPerWeekProps = { result: BackTestResult; of: BackTest['of'] };

/** A bar for each week, and in it a part for each email. */
export function EmailsPerWeek({ result, of }: EmailsPerWeekProps) {
  const { t } = useTranslation('automation-runs');
  const format = useFormat();
  const { shown, rows } = weekSeries(result);
  const labels = useEmailNames(
    of,
    shown.map(({ key }) => key),
  );
  const series = shown.map((one, at) => ({ ...one, label: labels[at]! }));
  const weeks = result.weeks.map(({ from, to }, at) => ({
    from: format.day(from),
    name: t('backTest.week', { from: format.day(from), to: format.day(to) }),
    sent: rows[at]!,
  }));
  const counted = { count: result.emails, shown: format.number(result.emails) };
  return (
    <ChartFrame
      title={t('backTest.perWeek')}
      finding={t('backTest.findingWeeks', counted)}
      legend={series.map((entry) => ({ ...entry, bars: true }))}
      table={{
        columns: [t('backTest.weekColumn'), ...series.map(({ label }) => label)],
        rows: weeks.map(({ name, sent }) => [name, ...shown.map(({ key }) => sent[key] ?? 0)]),
      }}
      empty={result.emails === 0}
      height={320}
    >
      <BarChart
        stacked
        points={weeks.map(({ from, name, sent }) => ({ x: from, heading: name, ...sent }))}
        series={series}
        formatValue={format.number}
      />
    </ChartFrame>
  );
}

/** Subjects; of two that say the same each has its number. */
function useEmailNames(of: BackTest['of'], keys: readonly string[]): string[] {
  const { t } = useTranslation('automation-runs');
  const { words } = useEditor();
  const { steps } = useTriedDocument(of);
  const names = keys.map((key) => {
    if (key === 'others') return t('backTest.others');
    const step = findStep(steps, key);
    return step ? words.title(step) : t('goneStep');
  });
  return names.map((name, at) => (names.indexOf(name) === names.lastIndexOf(name) ? name : `${at + 1}. ${name}`));
}
