import { useTranslation } from 'react-i18next';
import { useLeaveGuard, useRelease } from '#lib/unsaved-changes.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { toast } from '#ui/toast-store.ts';
import { nameOf } from '../contact-words.tsx';
import type { ContactLayers } from '../use-layers.ts';
import { ContactForm } from './contact-form.tsx';
import { useContactForm } from './use-contact-form.ts';

export function AddContactSheet({ layers }: { layers: ContactLayers }) {
  const { t } = useTranslation('contacts');
  const leaving = useRelease();
  const state = useContactForm(undefined, (contact) => {
    leaving.release();
    layers.show({ contact: contact.id });
    toast({ tone: 'success', title: t('form.added'), description: nameOf(contact) });
  });
  const { guard, question } = useLeaveGuard(state.dirty, leaving);
  const close = () => guard(() => layers.show({}));
  return (
    <>
      <Sheet open flush onOpenChange={close} title={t('add')}>
        <ContactForm state={state} onCancel={close} onOpenHolder={leaving.release} />
      </Sheet>
      {question}
    </>
  );
}
