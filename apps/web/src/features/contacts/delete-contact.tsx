import type { Contact } from '@waggle/contracts/contacts';
import { useTranslation } from 'react-i18next';
import { runMutation } from '#lib/run-mutation.ts';
import { Confirm } from '#ui/confirm.tsx';
import { toast } from '#ui/toast-store.ts';
import { useTellBatch } from './bulk/batch-words.ts';
import { nameOf } from './contact-words.tsx';
import { useDeleteContact } from './queries.ts';

type DeleteContactProps = { contact: Contact; onClose: () => void; onDeleted?: (() => void) | undefined };

/** Asks once; afterwards it can still be taken back. */
export function DeleteContact({ contact, onClose, onDeleted }: DeleteContactProps) {
  const { t } = useTranslation(['contacts', 'app']);
  const remove = useDeleteContact();
  const { offerUndo } = useTellBatch();
  const name = nameOf(contact);
  const confirm = () =>
    runMutation(remove, contact.id, {
      onSuccess: ({ batchId }) => {
        onClose();
        onDeleted?.();
        offerUndo(t('remove.done', { name }), batchId);
      },
      onError: () => {
        onClose();
        toast({ tone: 'error', title: t('app:error'), description: t('remove.failed') });
      },
    });
  return (
    <Confirm
      open
      onOpenChange={onClose}
      title={t('remove.question', { name })}
      confirmLabel={t('delete')}
      busy={remove.isPending}
      busyLabel={t('deleting')}
      onConfirm={confirm}
    >
      {t('remove.text')}
    </Confirm>
  );
}
