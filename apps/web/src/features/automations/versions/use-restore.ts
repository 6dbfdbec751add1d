import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '#lib/api.ts';
import { useFormat } from '#lib/format.ts';
import { problemText } from '#lib/problem-text.ts';
import { runMutation } from '#lib/run-mutation.ts';
import { toast } from '#ui/toast-store.ts';
import { useEditor } from '../editor/editor-context.ts';
import { draftOf } from '../editor/state/automation-draft.ts';
import { useKeepAutomation } from '../queries.ts';
import { useRestoreVersion } from './queries.ts';

/** Makes a version the draft, and shows it in the editor; what was there before can be undone. */
export function useRestore(version: number, onDone: () => void) {
  const { t } = useTranslation(['automation-versions', 'app']);
  const { number } = useFormat();
  const { automation, keeper, commands } = useEditor();
  const navigate = useNavigate({ from: '/dashboard/automations/$automationId' });
  const keep = useKeepAutomation();
  const restoring = useRestoreVersion(automation.id);
  const restore = (emails: 'published' | 'keep') =>
    runMutation(
      restoring,
      { version, draftNo: automation.draftNo, emails },
      {
        onSuccess: (restored) => {
          keeper.replace(keep(restored));
          commands.load(draftOf(restored));
          toast({
            tone: 'success',
            title: t('restore.done', { version: number(version) }),
            description: t('restore.doneText'),
          });
          onDone();
          void navigate({ search: {} });
        },
        onError: (error) => {
          onDone();
          if (error instanceof ApiProblem && error.code === 'automation_changed') return keeper.dispute(error);
          return toast({ tone: 'error', title: t('app:error'), description: problemText(error) });
        },
      },
    );
  return { restore, isPending: restoring.isPending };
}
