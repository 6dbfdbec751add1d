import type { AutomationDocument, Happening, Trigger } from '@waggle/contracts/automation-document';
import type { RuleGroup } from '@waggle/contracts/contact-rules';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { useEditor } from '../editor/editor-context.ts';
import { useTimeWords } from '../words/use-time-words.ts';
import { RulesSaid } from './rules-said.tsx';
import type { Side } from './use-sides.ts';

/** `said` is what is compared, `value` what is shown of it. */
type Line = { label: string; said: unknown; value: ReactNode };
type Part = 'triggers' | 'entry' | 'stay' | 'goal' | 'hours';

/** What a document says beside its steps, line by line and in the same order on every side. */
export function useDocumentParts({ document, words }: Side): Record<Part, Line[]> {
  const { t } = useTranslation(['automation-versions', 'automation-editor']);
  const { number } = useFormat();
  const { catalogue } = useEditor();
  const times = useTimeWords(catalogue);
  const goalLines = useGoalLines(words);
  const { triggers, entry, stay, goal, hours } = document;
  const happenings = (list: readonly (Happening | Trigger)[]): ReactNode =>
    list.length === 0 ? (
      t('none')
    ) : (
      <ul>
        {list.map((one) => (
          <li key={JSON.stringify(one)}>{words.happening(one)}</li>
        ))}
      </ul>
    );
  const rules = (tree: RuleGroup | null): ReactNode => (tree ? <RulesSaid tree={tree} /> : t('everyone'));
  return {
    triggers: [{ label: t('automation-editor:triggers.any'), said: triggers, value: happenings(triggers) }],
    entry: [
      {
        label: t('automation-editor:settings.again'),
        said: entry.again,
        value: t(`automation-editor:again.${entry.again}.label`),
      },
      {
        label: t('automation-editor:settings.notWithin'),
        said: entry.notWithinDays,
        value: number(entry.notWithinDays),
      },
      { label: t('automation-editor:settings.entryFilter'), said: entry.filter, value: rules(entry.filter) },
    ],
    stay: [
      { label: t('automation-editor:settings.stayFilter'), said: stay.filter, value: rules(stay.filter) },
      { label: t('automation-editor:settings.leaveWhen'), said: stay.leaveWhen, value: happenings(stay.leaveWhen) },
    ],
    goal: goalLines(goal),
    hours: [
      {
        label: t('automation-editor:settings.hours'),
        said: hours,
        value: hours ? times.hours(hours) : t('anyTime'),
      },
    ],
  };
}

/** Without a goal every line says so. */
function useGoalLines(words: Side['words']): (goal: AutomationDocument['goal']) => Line[] {
  const { t } = useTranslation('automation-editor');
  return (goal) => {
    const none = t('forms.noGoal');
    return [
      { label: t('settings.goalName'), said: goal && goal.name, value: goal ? goal.name || '–' : none },
      {
        label: t('settings.goalWhen'),
        said: goal && goal.when,
        value: goal?.when ? words.happening(goal.when) : none,
      },
      {
        label: t('settings.goalThen'),
        said: goal && goal.reached,
        value: goal ? t(goal.reached === 'jump' ? 'settings.goalJump' : 'settings.goalLeave') : none,
      },
    ];
  };
}
