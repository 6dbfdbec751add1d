import type { Segment } from '@waggle/contracts/segments';
import { useTranslation } from 'react-i18next';
import { problemText } from '#lib/problem-text.ts';
import { runMutation } from '#lib/run-mutation.ts';
import { Confirm } from '#ui/confirm.tsx';
import { toast } from '#ui/toast-store.ts';
import { useDeleteSegment } from './queries.ts';

type DeleteSegmentProps = { segment: Segment; onClose: () => void; onDeleted?: () => void };

export function DeleteSegment({ segment, onClose, onDeleted }: DeleteSegmentProps) {
  const { t } = useTranslation('segments');
  const remove = useDeleteSegment();
  const confirm = () =>
    runMutation(remove, segment.id, {
      onSuccess: () => {
        onClose();
        onDeleted?.();
        toast({ tone: 'success', title: t('deleted'), description: segment.name });
      },
      onError: (error) => {
        onClose();
        toast({ tone: 'error', title: t('error'), description: problemText(error) });
      },
    });
  return (
    <Confirm
      open
      onOpenChange={onClose}
      title={t('deleteTitle', { name: segment.name })}
      confirmLabel={t('deleteSegment')}
      onConfirm={confirm}
      busy={remove.isPending}
      busyLabel={t('deleting')}
    >
      {t('deleteText')}
    </Confirm>
  );
}
