import type { readRun } from '@waggle/contracts/automations';
import type { ReplyOf } from '@waggle/contracts/endpoint';
import { Clock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { Alert } from '#ui/alert.tsx';
import { useRunWords } from './run-words.ts';
import { useWhy } from './use-why.ts';
import { useStepNames } from './use-step-names.ts';

type RunStateProps = { run: ReplyOf<typeof readRun> };

/** Where the person is and why, in words. */
export function RunState({ run }: RunStateProps) {
  const { t } = useTranslation('automation-runs');
  const format = useFormat();
  const nameOf = useStepNames();
  const words = useRunWords();
  const why = useWhyNow(run);
  const step = nameOf(run.stepId);
  if (run.state === 'stuck') {
    return (
      <Alert tone="warning" title={t('stuckAt', { step })}>
        {words.reason(run.reason ?? '')} {t('stuckText')}
      </Alert>
    );
  }
  if (run.state === 'active') {
    const title = run.nextRunAt
      ? t('waitsUntil', { step, time: format.fullDate(run.nextRunAt) })
      : t('waitsAt', { step });
    return (
      <Alert tone="neutral" icon={Clock} title={title}>
        {why}
      </Alert>
    );
  }
  return (
    <Alert
      tone={run.state === 'completed' ? 'success' : 'neutral'}
      title={run.reason ? words.reason(run.reason) : t('ended')}
    >
      {[run.completedAt && format.fullDate(run.completedAt), why].filter(Boolean).join(' · ')}
    </Alert>
  );
}

/** How many emails they got, and why the step they are at or left from sends none. */
function useWhyNow({ turns }: RunStateProps['run']): string {
  const { t } = useTranslation('automation-runs');
  const format = useFormat();
  const whyOf = useWhy();
  const steps = turns.flatMap((turn) => turn.steps);
  const sent = steps.filter(({ outcome }) => outcome === 'sent').length;
  const last = steps.at(-1);
  return [t('emailsSent', { count: sent, shown: format.number(sent) }), last && whyOf(last)].filter(Boolean).join(' ');
}
