import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { AreaChart } from '#ui/area-chart.tsx';
import { ChartMarks } from '#ui/chart-marks.tsx';
import type { ChartGoal, ChartSeries } from '#ui/chart-series.tsx';
import type { Note } from '../day-marks/notes-queries.ts';
import { useDayMarks } from '../day-marks/use-day-marks.tsx';
import type { Growth } from './queries.ts';
import { useGrowthPoints } from './use-growth-points.ts';

type GrowthChartProps = {
  growth: Growth;
  series: readonly ChartSeries[];
  goal: ChartGoal | undefined;
  notes: readonly Note[];
  editNote: ((note: Note) => void) | undefined;
};

/** Total contacts day by day, with what was sent, imported and noted on the axis. */
export function GrowthChart({ growth, series, goal, notes, editNote }: GrowthChartProps) {
  const { t } = useTranslation('dashboard');
  const format = useFormat();
  const { from, days } = growth;
  const marks = useDayMarks({ days: days.map(({ on }) => on), from, marks: growth.marks, notes, editNote });
  const points = useGrowthPoints(growth);
  return (
    <div className="relative h-full">
      <AreaChart
        points={points}
        series={series}
        goal={goal}
        details={[
          { key: 'joined', label: t('growth.joined'), formatValue: format.signed },
          { key: 'left', label: t('growth.leftBriefly'), formatValue: (people) => format.signed(-people) },
        ]}
        formatValue={format.number}
      />
      <ChartMarks label={t('growth.marks')} marks={marks} />
    </div>
  );
}
