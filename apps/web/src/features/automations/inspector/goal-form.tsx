import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useEditor } from '../editor/editor-context.ts';

/** A goal is one of the whole automation: it is set in its settings. */
export function GoalForm() {
  const { t } = useTranslation('automation-editor');
  const { document, words, automation } = useEditor();
  const { goal } = document;
  return (
    <>
      <p className="text-sm text-muted">{t('forms.goalHint')}</p>
      <p className="text-sm font-semibold text-ink">{goal?.when ? words.happening(goal.when) : t('forms.noGoal')}</p>
      <Link
        to="/dashboard/automations/$automationId"
        params={{ automationId: automation.id }}
        search={{ tab: 'settings' }}
        className="text-sm font-medium text-link underline underline-offset-2"
      >
        {t('forms.setGoal')}
      </Link>
    </>
  );
}
