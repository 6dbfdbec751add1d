import { useTranslation } from 'react-i18next';
import { problemText } from '#lib/problem-text.ts';
import { runMutation } from '#lib/run-mutation.ts';
import { toast } from '#ui/toast-store.ts';
import { useEditor } from '../editor/editor-context.ts';
import { useChangeStatus } from '../queries.ts';

type Change = { status: 'live' | 'paused' | 'closing' | 'ended'; overdue?: 'go-on' | 'shift' };

/** Changes what the automation does, and says so. */
export function useStatusMove(onDone: () => void) {
  const { t } = useTranslation(['automation-editor', 'app']);
  const { automation, keeper } = useEditor();
  const change = useChangeStatus();
  const move = (what: Change) =>
    runMutation(
      change,
      { automationId: automation.id, ...what },
      {
        onSuccess: (answer) => {
          keeper.adopt(answer);
          toast({ tone: 'success', title: t(`status.done.${what.status}`), description: answer.name });
        },
        onError: (error) => toast({ tone: 'error', title: t('app:error'), description: problemText(error) }),
        onSettled: onDone,
      },
    );
  return { move, isPending: change.isPending };
}
