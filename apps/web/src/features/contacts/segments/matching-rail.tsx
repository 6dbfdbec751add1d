import type { UseQueryResult } from '@tanstack/react-query';
import type { RuleGroup } from '@waggle/contracts/contact-rules';
import type { ReplyOf } from '@waggle/contracts/endpoint';
import type { previewSegment, Segment } from '@waggle/contracts/segments';
import { TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { announce } from '#lib/announce.tsx';
import { useFormat } from '#lib/format.ts';
import { problemText } from '#lib/problem-text.ts';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { LoadError } from '#ui/load-error.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { Sparkline } from '#ui/sparkline.tsx';
import { DeleteSegment } from './delete-segment.tsx';
import { ExampleList } from './example-list.tsx';
import type { Catalogue } from './rule-catalogue.ts';
import { SegmentMenu } from './segment-columns.tsx';
import { useRuleWords } from './rule-words.ts';

type Answer = ReplyOf<typeof previewSegment>;

const railId = 'segment-matches';
export const showRail = () => document.getElementById(railId)?.scrollIntoView({ block: 'start' });

type MatchingRailProps = {
  segment: Segment | undefined;
  preview: UseQueryResult<Answer>;
  waiting: boolean;
  tree: RuleGroup;
  catalogue: Catalogue;
  dirty: boolean;
  onDeleted: () => void;
  showRule: (() => void) | undefined;
};

/** How many match right now, how that went, and five of them. */
export function MatchingRail({ segment, preview, waiting, dirty, onDeleted, ...zero }: MatchingRailProps) {
  const { t } = useTranslation('segments');
  return (
    <aside
      id={railId}
      aria-label={t('now.title')}
      className="shrink-0 border-line max-xl:border-t xl:w-80 min-[88rem]:w-[23.25rem] xl:border-l"
    >
      <div className="relative px-5.5 py-6 max-xl:px-5 max-lg:px-4 xl:sticky xl:top-(--header)">
        {segment && <RailMenu segment={segment} onDeleted={onDeleted} />}
        {preview.isError ? (
          <LoadError
            title={t('now.failed')}
            message={problemText(preview.error)}
            retry={() => void preview.refetch()}
            busy={preview.isFetching}
            className="py-4!"
          />
        ) : (
          <>
            <Matching answer={preview.data} waiting={waiting} />
            {segment && <Trend segment={segment} />}
            {preview.data?.count === 0 && !waiting && <Nobody answer={preview.data} {...zero} />}
            <ExampleList segment={segment} answer={preview.data} waiting={waiting} dirty={dirty} />
          </>
        )}
      </div>
    </aside>
  );
}

/** On phones the rows of the list have no menu, so the segment itself has it. */
function RailMenu({ segment, onDeleted }: { segment: Segment; onDeleted: () => void }) {
  const [doomed, setDoomed] = useState<Segment>();
  return (
    <div className="absolute top-4 right-4">
      <SegmentMenu segment={segment} onDelete={setDoomed} />
      {doomed && <DeleteSegment segment={doomed} onClose={() => setDoomed(undefined)} onDeleted={onDeleted} />}
    </div>
  );
}

function Matching({ answer, waiting }: { answer: Answer | undefined; waiting: boolean }) {
  const { t } = useTranslation('segments');
  const format = useFormat();
  const count = answer?.count;
  useEffect(() => {
    if (count !== undefined && !waiting) announce(t('now.said', { count, shown: format.number(count) }));
  }, [count, waiting, t, format]);
  return (
    <>
      <h2 className="text-sm font-normal text-muted">{t('now.title')}</h2>
      {answer ? (
        <p
          aria-busy={waiting}
          className={cx('mt-0.5 flex items-baseline gap-2 transition-opacity', waiting && 'opacity-60')}
        >
          <span className="text-[2rem] leading-10 font-semibold tracking-[-0.025em] text-ink tabular-nums">
            {format.number(answer.count)}
          </span>
          <span className="text-sm text-subtle tabular-nums">
            {t('now.share', { percent: shareOf(answer, format), total: format.number(answer.of) })}
          </span>
        </p>
      ) : (
        <Skeleton shape="block" width="9rem" height={30} className="my-1.5" />
      )}
    </>
  );
}

const shareOf = ({ count, of }: Answer, { number }: { number: (value: number) => string }) =>
  `${number(of === 0 ? 0 : Math.round((count / of) * 1000) / 10)}%`;

function Trend({ segment }: { segment: Segment }) {
  const { t } = useTranslation('segments');
  const format = useFormat();
  const [first] = segment.trend;
  if (!first || segment.trend.length < 2) return <p className="mt-2 text-xs text-subtle">{t('now.noTrend')}</p>;
  const whole = segment.trend.length >= 80;
  return (
    <div className="mt-2">
      <Sparkline
        values={segment.trend.map(({ members }) => members)}
        width={328}
        height={56}
        className="h-auto w-full"
      />
      <p className="mt-1 flex justify-between text-xs text-subtle">
        <span>{whole ? t('now.since') : format.date(`${first.on}T12:00:00Z`)}</span>
        <span>{t('now.now')}</span>
      </p>
    </div>
  );
}

type NobodyProps = Pick<MatchingRailProps, 'tree' | 'catalogue' | 'showRule'> & { answer: Answer };

/** Which rule removes everybody. */
function Nobody({ answer, tree, catalogue, showRule }: NobodyProps) {
  const { t } = useTranslation('segments');
  const words = useRuleWords(catalogue);
  const rule = ruleAt(tree, answer.emptiedBy ?? []);
  const condition = answer.emptiedBy && rule && !('rules' in rule) ? rule : undefined;
  const text = condition ? t('now.nobodyBy') : t(answer.emptiedBy ? 'now.nobodyByGroup' : 'now.nobody');
  return (
    <div
      role="status"
      className="mt-4 rounded-lg border border-warning-line bg-warning-soft px-3.5 py-3 text-sm text-muted"
    >
      <p className="flex items-start gap-2">
        <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warning-text" />
        {text}
      </p>
      {condition && <p className="mt-1 pl-6 font-medium break-words text-ink">{words.sentence(condition)}</p>}
      {showRule && (
        <Button size="sm" className="mt-2 ml-6" onClick={showRule}>
          {t('now.showRule')}
        </Button>
      )}
    </div>
  );
}

function ruleAt(tree: RuleGroup, path: readonly number[]) {
  let at: RuleGroup | RuleGroup['rules'][number] | undefined = tree;
  for (const index of path) at = at && 'rules' in at ? at.rules[index] : undefined;
  return at;
}
