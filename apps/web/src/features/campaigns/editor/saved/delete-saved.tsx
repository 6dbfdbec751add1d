import { useTranslation } from 'react-i18next';
import { problemText } from '#lib/problem-text.ts';
import { runMutation } from '#lib/run-mutation.ts';
import { Confirm } from '#ui/confirm.tsx';
import { toast } from '#ui/toast-store.ts';
import { useDeleteSaved } from './queries.ts';
import type { SavedItem } from './saved-context.ts';

export function DeleteSaved({ item: { id, name }, onClose }: { item: SavedItem; onClose: () => void }) {
  const { t } = useTranslation('email-editor');
  const remove = useDeleteSaved();
  const confirm = () =>
    runMutation(remove, id, {
      onSuccess: () => {
        onClose();
        toast({ tone: 'success', title: t('saved.deleted'), description: name });
      },
      onError: (error) => toast({ tone: 'error', title: t('saved.notDeleted'), description: problemText(error) }),
    });
  return (
    <Confirm
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('saved.deleteTitle', { name })}
      confirmLabel={t('saved.delete')}
      busy={remove.isPending}
      onConfirm={confirm}
    >
      {t('saved.deleteText')}
    </Confirm>
  );
}
