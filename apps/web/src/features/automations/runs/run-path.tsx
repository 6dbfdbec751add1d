import type { readRun } from '@waggle/contracts/automations';
import type { ReplyOf } from '@waggle/contracts/endpoint';
import { lazy, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { ruleParts } from '#features/contacts/index.ts';
import { useFormat } from '#lib/format.ts';
import { loadTexts } from '#lib/i18n.ts';
import { Badge, type BadgeTone } from '#ui/badge.tsx';
import { iconOf } from '../words/step-icons.ts';
import { StepMark } from '../words/step-mark.tsx';
import { useRunWords } from './run-words.ts';
import type { StepName } from './use-step-names.ts';
import { useWhy, valuesBeside } from './use-why.ts';

const VerdictTree = lazy(async () => {
  const [{ VerdictTree: Tree }] = await Promise.all([ruleParts(), loadTexts('segments')]);
  return { default: Tree };
});

type Turn = ReplyOf<typeof readRun>['turns'][number];
type PassedStep = Turn['steps'][number];

const good = new Set(['sent', 'goal', 'happened', 'answered', 'completed']);
const odd = new Set(['left-out', 'no-address', 'had', 'capped', 'unsubscribed', 'unanswered', 'late']);
const toneOf = (outcome: string): BadgeTone =>
  good.has(outcome) ? 'success' : odd.has(outcome) ? 'warning' : 'neutral';

/** A wait that is over is told once, where it began. */
const isWaitedFor = ({ steps: [first] }: Turn, before: Turn | undefined): boolean =>
  first?.outcome === 'done' &&
  before?.steps.at(-1)?.outcome === 'rested' &&
  before.steps.at(-1)?.stepId === first.stepId;

type RunPathProps<Each extends Turn> = {
  turns: readonly Each[];
  /** The last step is where they are. */
  isInside: boolean;
  nameOf: StepName;
  /** More about a step, below the values it saw. */
  below?: ((step: Each['steps'][number], turn: Each) => ReactNode) | undefined;
};

/** Every step that was passed, with when, what came of it and the values that decided. */
export function RunPath<Each extends Turn>({ turns, isInside, nameOf, below }: RunPathProps<Each>) {
  const { t } = useTranslation('automation-runs');
  const passed = turns.flatMap((turn, at) =>
    turn.steps.slice(isWaitedFor(turn, turns[at - 1]) ? 1 : 0).map((step: Each['steps'][number]) => ({ turn, step })),
  );
  return (
    <section aria-label={t('path')}>
      <div className="mb-3 flex items-baseline justify-between gap-3">
        <h3 className="text-md font-semibold text-ink">{t('path')}</h3>
        <span className="text-xs text-muted">{t('pathHint')}</span>
      </div>
      {passed.length === 0 && <p className="text-sm text-muted">{t('pathEmpty')}</p>}
      <ol>
        {passed.map(({ turn, step }, index) => (
          <PathLine
            // oxlint-disable-next-line react/no-array-index-key -- the path only grows at its end
            key={index}
            at={turn.at}
            step={step}
            name={nameOf(step.stepId)}
            isNow={isInside && index === passed.length - 1}
          >
            {below?.(step, turn)}
          </PathLine>
        ))}
      </ol>
    </section>
  );
}

type PathLineProps = { at: string; step: PassedStep; name: string; isNow: boolean; children?: ReactNode };

function PathLine({ at, step, name, isNow, children }: PathLineProps) {
  const { t } = useTranslation('automation-runs');
  const format = useFormat();
  const words = useRunWords();
  return (
    <li className="flex gap-3 pb-4">
      <time dateTime={at} className="w-20 shrink-0 pt-1.5 text-right text-xs whitespace-nowrap text-muted max-sm:w-14">
        <span className="block font-semibold text-ink">{format.monthDay(at)}</span>
        {format.time(at)}
      </time>
      <StepMark icon={iconOf(step.kind)} tone={isNow ? 'here' : step.kind === 'goal' ? 'goal' : 'plain'} />
      <div className="min-w-0 flex-1 pt-1">
        <div className="flex flex-wrap items-start justify-between gap-2">
          <span className="text-sm text-ink">{name}</span>
          <Badge tone={isNow ? 'accent' : toneOf(step.outcome)}>
            {isNow ? t('hereNow') : words.outcome(step.outcome)}
          </Badge>
        </div>
        <Why step={step} />
        <SeenValues values={valuesBeside(step)} />
        <Conditions verdict={step.verdict} />
        {children}
      </div>
    </li>
  );
}

function Why({ step }: { step: PassedStep }) {
  const why = useWhy()(step);
  return why && <p className="mt-0.5 text-xs text-muted">{why}</p>;
}

/** Every condition that was asked, with what it said. One alone needs no 'all of these' above it. */
function Conditions({ verdict }: Pick<PassedStep, 'verdict'>) {
  if (!verdict || verdict.parts.length === 0) return null;
  const [only, ...more] = verdict.parts;
  const isOne = more.length === 0 && verdict.match !== 'none';
  return (
    <Suspense fallback={<p className="h-8" />}>
      <div className="mt-1">
        <VerdictTree verdict={isOne ? only! : verdict} />
      </div>
    </Suspense>
  );
}

function SeenValues({ values }: { values: readonly [string, unknown][] }) {
  const words = useRunWords();
  if (values.length === 0) return null;
  return (
    <dl className="mt-1.5 flex flex-wrap gap-1.5">
      {values.map(([name, value]) => (
        <div key={name} className="flex gap-1.5 rounded-sm border border-line-strong px-2 py-0.5 text-xs">
          <dt className="text-muted">{words.seen(name)}</dt>
          <dd className="text-ink">
            <SeenValue value={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Instants are told as times, truth as a word, everything else as it was. */
function SeenValue({ value }: { value: unknown }) {
  const { t } = useTranslation('automation-runs');
  const format = useFormat();
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
  if (typeof value === 'number') return format.number(value);
  if (typeof value !== 'string') return value === null ? '–' : JSON.stringify(value);
  return /^\d{4}-\d\d-\d\dT/.test(value) ? format.fullDate(value) : value;
}
