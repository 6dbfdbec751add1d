import type { EmailTemplateSummary } from '@waggle/contracts/email-templates';
import { useTranslation } from 'react-i18next';
import { problemText } from '#lib/problem-text.ts';
import { Confirm } from '#ui/confirm.tsx';
import { toast } from '#ui/toast-store.ts';
import { useDeleteTemplate } from '../queries.ts';

export function DeleteTemplate({
  template: { id, name },
  onClose,
}: {
  template: EmailTemplateSummary;
  onClose: () => void;
}) {
  const { t } = useTranslation(['email-templates', 'app']);
  const remove = useDeleteTemplate();
  const confirm = () =>
    void remove.mutateAsync(id).then(
      () => {
        onClose();
        toast({ tone: 'success', title: t('deleted'), description: name });
      },
      (error: unknown) => toast({ tone: 'error', title: t('app:error'), description: problemText(error) }),
    );
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
