import { useQuery } from '@tanstack/react-query';
import type { LibraryImage } from '@waggle/contracts/images';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { problemText } from '#lib/problem-text.ts';
import { runMutation } from '#lib/run-mutation.ts';
import { Confirm } from '#ui/confirm.tsx';
import { toast } from '#ui/toast-store.ts';
import { useDeleteImage, usesQuery } from '../queries.ts';

/** Names of emails that are spelled out. */
const mostNamed = 3;

type DeleteImageProps = { image: LibraryImage; onClose: () => void; onDeleted: () => void };

export function DeleteImage({ image, onClose, onDeleted }: DeleteImageProps) {
  const { t } = useTranslation(['images', 'app']);
  const format = useFormat();
  const remove = useDeleteImage();
  const { data: uses } = useQuery(usesQuery(image.id));
  const total = uses?.total ?? 0;
  const names = uses?.items.slice(0, mostNamed).map(({ name }) => name) ?? [];
  const confirm = () =>
    runMutation(
      remove,
      { imageId: image.id, used: total > 0 },
      {
        onSuccess: () => {
          onClose();
          onDeleted();
          toast({ tone: 'success', title: t('deleted'), description: image.name });
        },
        onError: (failure) => {
          onClose();
          toast({ tone: 'error', title: t('app:error'), description: problemText(failure) });
        },
      },
    );
  return (
    <Confirm
      open
      onOpenChange={onClose}
      title={t('deleteTitle', { name: image.name })}
      confirmLabel={t('delete')}
      onConfirm={confirm}
      busy={remove.isPending || !uses}
      busyLabel={t('deleting')}
    >
      {total > 0 && (
        <p className="mb-1.5 text-danger-text">
          {t('deleteUsed', { count: total, shown: format.number(total), names: format.list(names) })}
        </p>
      )}
      <p>{total > 0 ? t('deleteAlt') : t('deleteText')}</p>
    </Confirm>
  );
}
