import type { FormSummary } from '@waggle/contracts/forms';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { refusedOr } from '#lib/problem-text.ts';
import { runMutation } from '#lib/run-mutation.ts';
import { Confirm } from '#ui/confirm.tsx';
import { toast } from '#ui/toast-store.ts';
import { useDeleteForm } from '../queries.ts';

/** From here on the name is typed: what people sent goes with the form. */
const typedFrom = 100;

type DeleteFormProps = { form: FormSummary; onClose: () => void; onDeleted?: () => void };

export function DeleteForm({ form: { id, name, submissions, isActive }, onClose, onDeleted }: DeleteFormProps) {
  const { t } = useTranslation(['forms', 'app']);
  const { number } = useFormat();
  const remove = useDeleteForm();
  const confirm = () =>
    runMutation(remove, id, {
      onSuccess: () => {
        onDeleted?.();
        toast({ tone: 'success', title: t('deleted'), description: name });
      },
      onError: (error) =>
        toast({ tone: 'error', title: t('app:error'), description: refusedOr(error, t('deleteFailed')) }),
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
      phrase={submissions > typedFrom ? name : undefined}
    >
      <p>{t('deleteSubmissions', { count: submissions, shown: number(submissions) })}</p>
      {isActive && <p className="mt-1.5">{t('deleteInstead')}</p>}
    </Confirm>
  );
}
