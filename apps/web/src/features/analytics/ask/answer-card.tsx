import { useQuery } from '@tanstack/react-query';
import type { Question } from '@waggle/contracts/ask';
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useChartFiles, useShownName } from '#features/accounts/index.ts';
import { useGoal } from '#features/dashboard/index.ts';
import { problemText } from '#lib/problem-text.ts';
import { BarChart } from '#ui/bar-chart.tsx';
import { BarList } from '#ui/bar-list.tsx';
import { Card } from '#ui/card.tsx';
import { ChartFrame } from '#ui/chart-frame.tsx';
import type { ImageDrawing } from '#ui/chart-image/chart-image.ts';
import type { ChartGoal, ChartSeries } from '#ui/chart-series.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { SaveButton } from '../saved-questions/save-button.tsx';
import { type Answer, answerQuery } from './queries.ts';
import { useAnswer } from './use-answer.ts';

type AnswerCardProps = { question: Question; title: string; onClose: () => void };

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The answer to a question, under it. */
export function AnswerCard({ question, title, onClose }: AnswerCardProps) {
  const { t } = useTranslation('ask');
  const answer = useQuery(answerQuery(question));
  if (answer.isError)
    return (
      <Card>
        <LoadError
          title={t('failed')}
          message={problemText(answer.error)}
          retry={() => void answer.refetch()}
          busy={answer.isFetching}
        />
      </Card>
    );
  if (!answer.data || answer.isPlaceholderData) return <Skeleton shape="block" width="100%" height={120} />;
  return <Shown answer={answer.data} title={capital(title)} onClose={onClose} />;
}

/** Figures in which Delivered has a part. */
const ofDelivered: readonly string[] = ['delivered', 'open-rate', 'click-rate'];

type ShownProps = { answer: Answer; title: string; onClose: () => void };

function Shown({ answer, title, onClose }: ShownProps) {
  const { t } = useTranslation('ask');
  const whose = useShownName();
  const goal = useMonthGoal(answer);
  const { rows, table, span, value, amount } = useAnswer(answer, title);
  const series: ChartSeries[] = [{ key: 'value', label: title, series: 1 }];
  const points = (rows ?? []).map((row) => ({ x: row.label, value: row.value }));
  const bars = (rows ?? []).map(({ label, shown, value }) => ({ label, shown, value: value ?? 0, series: 1 as const }));
  const isEstimated = answer.isDeliveredEstimated && ofDelivered.includes(answer.question.metric);
  const isMonths = answer.question.breakdown === 'month';
  const drawing: ImageDrawing = isMonths ? { kind: 'columns', points, series, goal } : { kind: 'bars', bars };
  const hasRows = rows !== undefined && rows.length > 0;
  const files = useChartFiles(hasRows ? { title, subtitle: `${whose}, ${span}`, drawing } : undefined);
  return (
    <ChartFrame
      title={title}
      finding={t('finding', { question: title, value })}
      aside={
        <>
          <SaveButton question={answer.question} />
          <IconButton icon={X} label={t('close')} onClick={onClose} />
        </>
      }
      summary={
        <span className="flex items-baseline gap-2.5" role="status">
          <strong className="text-xl font-semibold text-ink tabular-nums">{value}</strong>
          {span}
        </span>
      }
      table={hasRows ? table : undefined}
      {...files}
      footnote={isEstimated && t('estimated')}
      height={isMonths ? 240 : 'auto'}
    >
      {isMonths ? (
        <BarChart points={points} series={series} goal={goal} formatTick={amount} formatValue={amount} />
      ) : (
        rows && <Rows rows={rows} title={title} />
      )}
    </ChartFrame>
  );
}

type RowsProps = { rows: NonNullable<ReturnType<typeof useAnswer>['rows']>; title: string };

function Rows({ rows, title }: RowsProps) {
  const { t } = useTranslation('ask');
  if (rows.length === 0) return <p className="text-sm text-muted">{t('nothing')}</p>;
  const items = rows.map(({ key, label, shown, value }) => ({ id: key, label, shown, value: Math.max(0, value ?? 0) }));
  return <BarList label={title} items={items} className="flex flex-col gap-3.5 pb-1" />;
}

/** Months have the goal of a month, where all that is asked is what the goal is about. */
function useMonthGoal({ question: { metric, breakdown, clientId } }: Answer): ChartGoal | undefined {
  const goals = {
    'new-contacts': useGoal('new-contacts').shown,
    scans: useGoal('scans').shown,
    revenue: useGoal('revenue').shown,
  };
  if (breakdown !== 'month' || clientId !== null) return undefined;
  return goals[metric as 'scans']?.line;
}
