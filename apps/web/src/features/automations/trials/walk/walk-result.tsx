import type { TestTurn } from '@waggle/contracts/automation-trials';
import { FastForward } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { Alert } from '#ui/alert.tsx';
import { RunPath } from '../../runs/run-path.tsx';
import { useRunWords } from '../../runs/run-words.ts';
import { useStepNames } from '../../runs/use-step-names.ts';
import { useEffectWords } from './use-effect-words.ts';
import type { Walked } from './use-walk.ts';

/** How the walk ended, what was sent to whoever tests, and every step with what it would have done. */
export function WalkResult({ result }: { result: Walked }) {
  const { t } = useTranslation('automation-runs');
  const format = useFormat();
  const words = useRunWords();
  const nameOf = useStepNames('draft');
  const { turns, end, contact } = result;
  const last = turns.at(-1)?.at;
  const shown = { name: contact.name, date: last ? format.fullDate(last) : '' };
  return (
    <>
      {!result.fitsFilter && (
        <Alert tone="warning" title={t('test.notFitting', shown)}>
          {t('test.notFittingText')}
        </Alert>
      )}
      <Alert tone="success" title={end === null ? t('test.cutOff') : words.reason(end)}>
        {end !== null && t('test.endsOn', shown)} {t('test.nothingChanged')}
      </Alert>
      <SentToMe emails={result.emails} />
      <RunPath turns={turns} isInside={false} nameOf={nameOf} below={belowStep} />
    </>
  );
}

type StepOfWalk = TestTurn['steps'][number];

const belowStep = (step: StepOfWalk, turn: TestTurn) => (
  <>
    <Effects effects={step.effects} />
    <Skipped step={step} turn={turn} />
  </>
);

function Effects({ effects }: Pick<StepOfWalk, 'effects'>) {
  const wordsOf = useEffectWords();
  if (effects.length === 0) return null;
  return (
    <ul className="mt-1 flex flex-col gap-0.5 text-xs text-muted">
      {effects.flatMap(wordsOf).map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

/** The date on which a wait would have ended. */
function Skipped({ step, turn }: { step: StepOfWalk; turn: TestTurn }) {
  const { t } = useTranslation('automation-runs');
  const format = useFormat();
  const { waits } = turn;
  if (!waits || waits.stepId !== step.stepId || step !== turn.steps.at(-1)) return null;
  return (
    <p className="mt-1 flex items-center gap-1.5 text-xs text-muted">
      <FastForward aria-hidden className="size-3.5 shrink-0" />
      {t('test.skipped', { date: format.fullDate(waits.until) })}
    </p>
  );
}

/** What was sent to whoever tests, and what the server said where it was not. */
function SentToMe({ emails }: Pick<Walked, 'emails'>) {
  const { t } = useTranslation('automation-runs');
  const { number } = useFormat();
  const nameOf = useStepNames('draft');
  const failed = emails.filter(({ delivered }) => !delivered);
  const count = emails.length - failed.length;
  if (emails.length === 0) return null;
  return (
    <>
      {count > 0 && <Alert tone="info" title={t('test.sent', { count, shown: number(count), email: emails[0]!.to })} />}
      {failed.map(({ stepId, answer }) => (
        <Alert key={stepId} tone="danger" title={t('test.notSent', { step: nameOf(stepId) })}>
          {answer}
        </Alert>
      ))}
    </>
  );
}
