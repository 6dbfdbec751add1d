import { problemsOf } from '@waggle/forms/problems';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { DraftNotices } from '#lib/draft-notices.tsx';
import { useFormat } from '#lib/format.ts';
import { translateSentence } from '#lib/i18n.ts';
import { Alert } from '#ui/alert.tsx';
import { BeyondPlan } from '../plan-notice.tsx';
import { useBuilder } from './builder-context.ts';
import type { FormKeeper, Kept } from './draft/form-keeper.ts';
import { definitionOf } from './state/form-draft.ts';

type NoticesProps = { keeper: FormKeeper; kept: Kept };

/** Above the form: what was changed by somebody else, and what could not be saved. */
export function Notices({ keeper, kept: { record: form } }: NoticesProps) {
  const { t } = useTranslation('form-builder');
  const { commands } = useBuilder();
  const isBeyondPlan = useHolds('forms:write') && form?.isBeyondPlan;
  return (
    <div className="flex flex-col gap-3 px-4 not-empty:pt-4">
      {isBeyondPlan && <BeyondPlan text="plan.thisOne" />}
      <ProblemList />
      <DraftNotices keeper={keeper} text={(key, values) => t(key, { ...values })} onTheirs={commands.load} />
    </div>
  );
}

/** What keeps the form from being published; each leads to its field. */
function ProblemList() {
  const { t } = useTranslation('form-builder');
  const format = useFormat();
  const { state, commands, tried } = useBuilder();
  const draft = state.history.present;
  const labels = new Map(draft.fields.map(({ id, label, type }) => [id, label || t(`kinds.${type}`)]));
  const found = problemsOf(definitionOf(draft));
  if (!tried || found.length === 0) return null;
  return (
    <Alert tone="warning" title={t('problems', { count: found.length, shown: format.number(found.length) })}>
      <ul className="flex flex-col">
        {found.map(({ fieldId, message }) => (
          <li key={`${fieldId} ${message}`}>
            {fieldId === null ? (
              translateSentence(message)
            ) : (
              <button
                type="button"
                className="text-left underline underline-offset-2 hover:text-ink coarse:min-h-(--target-touch)"
                onClick={() => commands.select(fieldId, 'label')}
              >
                {labels.get(fieldId)}: {translateSentence(message)}
              </button>
            )}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
