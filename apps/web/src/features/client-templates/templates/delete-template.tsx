import type { ClientTemplate } from '@waggle/contracts/client-templates';
import { useTranslation } from 'react-i18next';
import { problemText } from '#lib/problem-text.ts';
import { runMutation } from '#lib/run-mutation.ts';
import { Confirm } from '#ui/confirm.tsx';
import { toast } from '#ui/toast-store.ts';
import { useDeleteTemplate } from '../queries.ts';

export function DeleteTemplate({ template, onClose }: { template: ClientTemplate; onClose: () => void }) {
  const { t } = useTranslation('client-templates');
  const remove = useDeleteTemplate();
  return (
    <Confirm
      open
      onOpenChange={onClose}
      title={t('delete.title', { name: template.name })}
      confirmLabel={t('deleteTemplate')}
      busy={remove.isPending}
      onConfirm={() =>
        runMutation(remove, template.id, {
          onSuccess: () => toast({ tone: 'success', title: t('delete.done') }),
          onError: (error) => toast({ tone: 'error', title: t('error'), description: problemText(error) }),
          onSettled: onClose,
        })
      }
    >
      {t('delete.text')}
    </Confirm>
  );
}
