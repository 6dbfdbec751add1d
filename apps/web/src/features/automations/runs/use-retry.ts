import { useTranslation } from 'react-i18next';
import { problemText } from '#lib/problem-text.ts';
import { runMutation } from '#lib/run-mutation.ts';
import { toast } from '#ui/toast-store.ts';
import { useEditor } from '../editor/editor-context.ts';
import { useRetryRun } from './queries.ts';

/** Tries again for somebody who is stuck. */
export function useRetry(runId: string) {
  const { t } = useTranslation(['automation-runs', 'app']);
  const { automation } = useEditor();
  const again = useRetryRun();
  const retry = () =>
    runMutation(
      again,
      { automationId: automation.id, runId },
      {
        onSuccess: () => toast({ tone: 'success', title: t('retried') }),
        onError: (error) => toast({ tone: 'error', title: t('app:error'), description: problemText(error) }),
      },
    );
  return { retry, isPending: again.isPending };
}
