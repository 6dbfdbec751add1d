import type { AutomationSummary } from '@waggle/contracts/automations';
import { useTranslation } from 'react-i18next';
import { problemText } from '#lib/problem-text.ts';
import { runMutation } from '#lib/run-mutation.ts';
import { Confirm } from '#ui/confirm.tsx';
import { toast } from '#ui/toast-store.ts';
import { useDeleteAutomation } from '../queries.ts';

type DeleteAutomationProps = {
  automation: Pick<AutomationSummary, 'id' | 'name'>;
  onClose: () => void;
  onDeleted?: () => void;
};

export function DeleteAutomation({ automation: { id, name }, onClose, onDeleted }: DeleteAutomationProps) {
  const { t } = useTranslation(['automations', 'app']);
  const remove = useDeleteAutomation();
  const confirm = () =>
    runMutation(remove, id, {
      onSuccess: () => {
        onDeleted?.();
        toast({ tone: 'success', title: t('deleted'), description: name });
      },
      onError: (error) => toast({ tone: 'error', title: t('app:error'), description: problemText(error) }),
      onSettled: onClose,
    });
  return (
    <Confirm
      open
      onOpenChange={onClose}
      title={t('deleteTitle', { name })}
      confirmLabel={t('delete')}
      onConfirm={confirm}
      busy={remove.isPending}
      busyLabel={t('deleting')}
    >
      {t('deleteText')}
    </Confirm>
  );
}
