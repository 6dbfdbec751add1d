import type { Channel, ContactDetail } from '@waggle/contracts/contacts';
import { useTranslation } from 'react-i18next';
import { problemText } from '#lib/problem-text.ts';
import { runMutation } from '#lib/run-mutation.ts';
import { Confirm } from '#ui/confirm.tsx';
import { toast } from '#ui/toast-store.ts';
import { nameOf } from '../contact-words.tsx';
import { useRecordConsent } from '../queries.ts';

type UnsubscribeProps = { contact: ContactDetail; channel: Channel; onClose: () => void };

/** For somebody who asked a person of the team; only they themselves can come back. */
export function Unsubscribe({ contact, channel, onClose }: UnsubscribeProps) {
  const { t } = useTranslation(['contacts', 'app']);
  const record = useRecordConsent();
  const confirm = () =>
    runMutation(
      record,
      { contactId: contact.id, channel, state: 'withdrawn' },
      {
        onSuccess: () => toast({ tone: 'success', title: t('consent.unsubscribed', { name: nameOf(contact) }) }),
        onError: (error) => toast({ tone: 'error', title: t('app:error'), description: problemText(error) }),
        onSettled: onClose,
      },
    );
  return (
    <Confirm
      open
      onOpenChange={onClose}
      title={t('consent.unsubscribeQuestion', { name: nameOf(contact) })}
      confirmLabel={t('consent.unsubscribe')}
      busy={record.isPending}
      onConfirm={confirm}
    >
      {t(`consent.unsubscribeText.${channel}`)}
    </Confirm>
  );
}
