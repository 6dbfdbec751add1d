import { useTranslation } from 'react-i18next';
import { isSame } from '#lib/same-value.ts';
import type { Kept } from './draft/automation-keeper.ts';

/** Whether there is anything to publish, and what the button says. */
export function usePublishState({ record: automation, draft, state }: Pick<Kept, 'record' | 'draft' | 'state'>) {
  const { t } = useTranslation('automation-editor');
  const isEnded = automation.status === 'ended';
  const hasNews =
    automation.published === null ||
    isEnded ||
    state !== 'saved' ||
    automation.changedEmails.length > 0 ||
    !isSame(automation.published, draft.document);
  const label = automation.published === null ? ('publish.first' as const) : ('publish.changes' as const);
  if (state === 'disputed') return { label, reason: t('publish.disputed') };
  return { label, reason: hasNews ? undefined : t('publish.nothingNew') };
}
