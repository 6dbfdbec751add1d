import { useTranslation } from 'react-i18next';
import { problemText } from '#lib/problem-text.ts';
import { runMutation } from '#lib/run-mutation.ts';
import { Confirm } from '#ui/confirm.tsx';
import { toast } from '#ui/toast-store.ts';
import { useEditor } from '../editor/editor-context.ts';
import { useRemoveRun } from './queries.ts';

type RemovePersonProps = { runId: string; name: string; onClose: () => void; onRemoved: () => void };

export function RemovePerson({ runId, name, onClose, onRemoved }: RemovePersonProps) {
  const { t } = useTranslation(['automation-runs', 'app']);
  const { automation } = useEditor();
  const remove = useRemoveRun();
  const confirm = () =>
    runMutation(
      remove,
      { automationId: automation.id, runId },
      {
        onSuccess: () => {
          toast({ tone: 'success', title: t('removed'), description: name });
          onRemoved();
        },
        onError: (error) => toast({ tone: 'error', title: t('app:error'), description: problemText(error) }),
        onSettled: onClose,
      },
    );
  return (
    <Confirm
      open
      onOpenChange={onClose}
      title={t('removeTitle', { name })}
      confirmLabel={t('remove')}
      onConfirm={confirm}
      busy={remove.isPending}
    >
      {t('removeText')}
    </Confirm>
  );
}
