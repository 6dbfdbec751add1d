import type { Channel, ContactDetail } from '@waggle/contracts/contacts';
import { recordConsent } from '@waggle/contracts/suppressions';
import { useTranslation } from 'react-i18next';
import { useContractForm } from '#lib/form.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogClose, DialogFooter } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { toast } from '#ui/toast-store.ts';
import { nameOf } from '../contact-words.tsx';
import { useRecordConsent } from '../queries.ts';

type RecordConsentProps = { contact: ContactDetail; channel: Channel; onClose: () => void };

/** Notes that the person agreed, and how. */
export function RecordConsent(props: RecordConsentProps) {
  const { t } = useTranslation('contacts');
  return (
    <Dialog
      open
      onOpenChange={props.onClose}
      title={t('consent.recordTitle', { name: nameOf(props.contact) })}
      description={t(`consent.recordText.${props.channel}`)}
    >
      <RecordForm {...props} />
    </Dialog>
  );
}

function RecordForm({ contact, channel, onClose }: RecordConsentProps) {
  const { t } = useTranslation('contacts');
  const record = useRecordConsent();
  const form = useContractForm(recordConsent.body, { defaultValues: { channel, state: 'granted', basis: '' } });
  const onSubmit = form.submit(async (typed) => {
    await record.mutateAsync({ contactId: contact.id, ...typed });
    onClose();
    toast({ tone: 'success', title: t('consent.recorded') });
  });
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <Field label={t('consent.basis')} hint={t('consent.basisHint')} error={form.errorOf('basis')} required>
        {(control) => <TextInput {...control} {...form.register('basis')} autoComplete="off" />}
      </Field>
      {form.problem && <Alert tone="danger">{form.problem}</Alert>}
      <DialogFooter className="px-0! pt-0! pb-0!">
        <DialogClose>
          <Button>{t('cancel')}</Button>
        </DialogClose>
        <Button type="submit" variant="primary" busy={form.formState.isSubmitting} busyLabel={t('saving')}>
          {t('consent.record')}
        </Button>
      </DialogFooter>
    </form>
  );
}
