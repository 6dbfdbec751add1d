import type { ContactDetail } from '@waggle/contracts/contacts';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLeaveGuard, useRelease, type LeaveGuard } from '#lib/unsaved-changes.tsx';
import { toast } from '#ui/toast-store.ts';
import { nameOf } from '../contact-words.tsx';
import type { ContactLayers } from '../use-layers.ts';
import { ContactForm } from './contact-form.tsx';
import { useContactForm } from './use-contact-form.ts';

type EditContactProps = {
  contact: ContactDetail;
  layers: ContactLayers;
  /** Asked by the sheet before it closes. */
  onGuard: (guard: LeaveGuard | undefined) => void;
};

export function EditContact({ contact, layers, onGuard }: EditContactProps) {
  const { t } = useTranslation('contacts');
  const back = () => layers.show({ contact: contact.id });
  const leaving = useRelease();
  const state = useContactForm(contact, (saved) => {
    leaving.release();
    back();
    toast({ tone: 'success', title: t('form.updated'), description: nameOf(saved) });
  });
  const { guard, question } = useLeaveGuard(state.dirty, leaving);
  useEffect(() => {
    onGuard(guard);
    return () => onGuard(undefined);
  });
  return (
    <>
      <ContactForm state={state} contact={contact} onCancel={() => guard(back)} onOpenHolder={leaving.release} />
      {question}
    </>
  );
}
