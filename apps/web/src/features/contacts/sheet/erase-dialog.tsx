import type { ContactDetail } from '@waggle/contracts/contacts';
import { useTranslation } from 'react-i18next';
import { problemText } from '#lib/problem-text.ts';
import { runMutation } from '#lib/run-mutation.ts';
import { Confirm } from '#ui/confirm.tsx';
import { toast } from '#ui/toast-store.ts';
import { useEraseContact } from '../queries.ts';

type EraseDialogProps = { contact: ContactDetail; onClose: () => void; onErased: () => void };

/** There is no way back, so the address must be typed. */
export function EraseDialog({ contact, onClose, onErased }: EraseDialogProps) {
  const { t } = useTranslation(['contacts', 'app']);
  const erase = useEraseContact();
  const confirm = () =>
    runMutation(
      erase,
      { contactId: contact.id, email: contact.email },
      {
        onSuccess: () => {
          onClose();
          onErased();
          toast({ tone: 'success', title: t('erase.done'), description: t('erase.doneText') });
        },
        onError: (error) => toast({ tone: 'error', title: t('app:error'), description: problemText(error) }),
      },
    );
  return (
    <Confirm
      open
      onOpenChange={onClose}
      title={t('erase.question')}
      confirmLabel={t('erase.confirm')}
      busy={erase.isPending}
      busyLabel={t('erase.busy')}
      phrase={contact.email}
      onConfirm={confirm}
    >
      {t('erase.text')}
    </Confirm>
  );
}
