import { type Automation, readAutomation, saveAutomationDraft } from '@waggle/contracts/automations';
import { useUser } from '#features/accounts/index.ts';
import { call } from '#lib/api.ts';
import { DraftKeeper } from '#lib/draft-keeper.ts';
import { useDraftKeeper } from '#lib/use-draft-keeper.ts';
import { useKeepAutomation } from '../../queries.ts';
import { type AutomationDraft, draftOf } from '../state/automation-draft.ts';
import { complaintsOf } from './automation-keeper.ts';
import { readLocalCopy, writeLocalCopy } from './local-copy.ts';

/** The draft of an automation. */
export function useKeeper(automation: Automation) {
  const userId = useUser().id;
  const remember = useKeepAutomation();
  return useDraftKeeper(
    () =>
      new DraftKeeper<Automation, AutomationDraft>(
        {
          save: ({ id, draftNo }, { name, document }) =>
            call(saveAutomationDraft, { params: { automationId: id }, body: { draftNo, name, document } }).then(
              remember,
            ),
          read: (automationId) => call(readAutomation, { params: { automationId } }),
          keep: (_automationId, copy) => writeLocalCopy(userId, automation.id, copy),
          draftOf,
          numberOf: ({ draftNo }) => draftNo,
          isComplete: (draft) => Object.keys(complaintsOf(draft)).length === 0,
          changedCode: 'automation_changed',
        },
        { record: automation, draft: draftOf(automation), copy: readLocalCopy(userId, automation.id) },
      ),
  );
}
