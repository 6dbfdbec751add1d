import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { growthRanges } from '@waggle/contracts/dashboard';
import { useTranslation } from 'react-i18next';
import { useChartFiles } from '#features/accounts/index.ts';
import { problemText } from '#lib/problem-text.ts';
import { buttonClass } from '#ui/button-class.ts';
import { Card } from '#ui/card.tsx';
import { ChartFrame } from '#ui/chart-frame.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx';
import { useNotes } from '../day-marks/use-notes.tsx';
import { useDefinitions } from '../definitions.ts';
import { useGoal } from '../goals/use-goal.tsx';
import { useStartPlaces } from '../start-list.tsx';
import { GrowthChart } from './growth-chart.tsx';
import { GrowthSummary } from './growth-summary.tsx';
import { growthQuery } from './queries.ts';
import { useGrowthImage } from './use-growth-image.ts';
import { useGrowthWords } from './use-growth-words.ts';

const height = 278;

export function ContactGrowth() {
  const { t } = useTranslation('dashboard');
  const define = useDefinitions();
  const [range, setRange] = useRange();
  const growth = useQuery(growthQuery(range));
  const goal = useGoal('contacts');
  const words = useGrowthWords(growth.data, goal.shown);
  const image = useGrowthImage(growth.data, words.series, goal.shown?.line);
  const { notes, edit, add, dialog } = useNotes(growth.data);
  const isEmpty = growth.data?.days.every(({ total }) => total === 0) ?? false;
  const files = useChartFiles(isEmpty ? undefined : image);
  if (growth.isError && !growth.data) return <Failed growth={growth} />;
  return (
    <>
      <ChartFrame
        title={t('growth.title')}
        hint={define('contactsByDay')}
        finding={words.finding}
        range={{
          options: growthRanges.map((value) => ({ value, label: t(`growth.ranges.${value}`) })),
          value: range,
          onValueChange: setRange,
        }}
        {...files}
        {...(!isEmpty && {
          legend: words.legend,
          summary: <GrowthSummary growth={growth.data} />,
          table: words.table,
          menu: [add, goal.item],
        })}
        empty={isEmpty && <ImportContacts />}
        height={height}
      >
        {growth.data ? (
          <GrowthChart
            growth={growth.data}
            series={words.series}
            goal={goal.shown?.line}
            notes={notes}
            editNote={edit}
          />
        ) : (
          <Waiting />
        )}
      </ChartFrame>
      {dialog}
      {goal.dialog}
    </>
  );
}

function Failed({ growth: { error, refetch, isFetching } }: { growth: UseQueryResult }) {
  const { t } = useTranslation('dashboard');
  return (
    <Card>
      <LoadError
        title={t('growth.failed')}
        message={problemText(error)}
        retry={() => void refetch()}
        busy={isFetching}
      />
    </Card>
  );
}

/** In the address, so that a link shows the same days. */
function useRange() {
  const { range } = useSearch({ strict: false }) as { range?: string };
  const navigate = useNavigate();
  const show = (next: string) =>
    void navigate({
      to: '.',
      search: (now: object) => ({ ...now, range: next }),
      replace: true,
      resetScroll: false,
    } as never);
  return [growthRanges.find((one) => one === range) ?? growthRanges[0], show] as const;
}

const Waiting = () => (
  <SkeletonGroup className="h-full">
    <Skeleton shape="block" width="100%" height="100%" />
  </SkeletonGroup>
);

/** The way to the first contacts, for those who may take it. */
function ImportContacts() {
  const { t } = useTranslation('dashboard');
  const [place] = useStartPlaces()('import-contacts');
  if (!place) return null;
  return (
    <Link {...place.link} className={buttonClass({ size: 'sm' })}>
      {t('growth.importContacts')}
    </Link>
  );
}
