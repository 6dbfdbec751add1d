import { useTranslation } from 'react-i18next';
import { ApiProblem } from '#lib/api.ts';
import { problemText } from '#lib/problem-text.ts';
import { runMutation } from '#lib/run-mutation.ts';
import { toast } from '#ui/toast-store.ts';
import { useEditor } from '../editor/editor-context.ts';
import { useKeepAutomation } from '../queries.ts';
import { type Moves, usePublish } from './queries.ts';

export type PeopleBody = { people: 'finish' | 'move'; moves: Moves };

/** Publishes, and tells where somebody else saved meanwhile. */
export function usePublishing(onClose: () => void) {
  const { t } = useTranslation(['automation-editor', 'app']);
  const { automation, keeper } = useEditor();
  const keep = useKeepAutomation();
  const publishing = usePublish(automation.id);
  const publish = (body: PeopleBody) =>
    runMutation(
      publishing,
      { draftNo: automation.draftNo, ...body },
      {
        onSuccess: (published) => {
          keeper.adopt(keep(published));
          toast({ tone: 'success', title: t('publish.done'), description: published.name });
          onClose();
        },
        onError: (error) => {
          if (error instanceof ApiProblem && error.code === 'automation_changed') {
            onClose();
            return keeper.dispute(error);
          }
          return toast({ tone: 'error', title: t('app:error'), description: problemText(error) });
        },
      },
    );
  return { publish, isPending: publishing.isPending };
}
