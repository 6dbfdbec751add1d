import type { Tag } from '@waggle/contracts/tags';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { refusedOr } from '#lib/problem-text.ts';
import { runMutation } from '#lib/run-mutation.ts';
import { Confirm } from '#ui/confirm.tsx';
import { toast } from '#ui/toast-store.ts';
import { useDeleteTag } from '../queries.ts';

type DeleteTagProps = { tag: Tag; onClose: () => void };

/** Tags on more contacts than these are only deleted by typing their name. */
const typedFrom = 100;

export function DeleteTag({ tag, onClose }: DeleteTagProps) {
  const { t } = useTranslation(['contacts', 'app']);
  const { number } = useFormat();
  const remove = useDeleteTag();
  const confirm = () =>
    runMutation(remove, tag.id, {
      onSuccess: () => toast({ tone: 'success', title: t('tags.deleted', { name: tag.name }) }),
      onError: (error) =>
        toast({ tone: 'error', title: t('app:error'), description: refusedOr(error, t('tags.deleteFailed')) }),
      onSettled: onClose,
    });
  return (
    <Confirm
      open
      onOpenChange={onClose}
      title={t('tags.deleteQuestion', { name: tag.name })}
      confirmLabel={t('delete')}
      busy={remove.isPending}
      busyLabel={t('deleting')}
      phrase={tag.contacts > typedFrom ? tag.name : undefined}
      onConfirm={confirm}
    >
      {t('tags.deleteText', { count: tag.contacts, shown: number(tag.contacts) })}
      {tag.segments > 0 && ` ${t('tags.deleteSegments', { count: tag.segments, shown: number(tag.segments) })}`}
    </Confirm>
  );
}
