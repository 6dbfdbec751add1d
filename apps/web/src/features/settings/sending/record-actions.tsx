import { emailRecords, type SendingDomain } from '@waggle/contracts/sending';
import { Mail } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { useContractForm } from '#lib/form.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { Dialog, DialogClose, DialogFooter } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { toast } from '#ui/toast-store.ts';
import { useEmailRecords } from './queries.ts';

/** As text that can be pasted into a ticket; full names, which are right wherever DNS is managed. */
const asText = ({ records }: SendingDomain): string =>
  records.map(({ type, name, value }) => `${type}\t${name}\t${value}`).join('\n');

export function RecordActions({ domain }: { domain: SendingDomain }) {
  const { t } = useTranslation('set-up');
  const mayManage = useHolds('sending:manage');
  const [asking, setAsking] = useState(false);
  return (
    <>
      {mayManage && (
        <Button size="sm" icon={Mail} onClick={() => setAsking(true)}>
          {t('records.email')}
        </Button>
      )}
      <CopyButton size="sm" value={asText(domain)} label={t('records.copyAll')} />
      {asking && <EmailRecordsDialog domain={domain} onClose={() => setAsking(false)} />}
    </>
  );
}

function EmailRecordsDialog({ domain, onClose }: { domain: SendingDomain; onClose: () => void }) {
  const { t } = useTranslation('set-up');
  const send = useEmailRecords();
  const form = useContractForm(emailRecords.body, { defaultValues: { email: '' } });
  const onSubmit = form.submit(async ({ email }) => {
    await send.mutateAsync({ domainId: domain.id, email });
    onClose();
    toast({ tone: 'success', title: t('records.sent'), description: t('records.sentText', { email }) });
  });
  return (
    <Dialog open onOpenChange={onClose} title={t('records.email')} description={t('records.emailText')}>
      <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
        <Field label={t('records.to')} error={form.errorOf('email')}>
          {(control) => (
            <TextInput {...control} {...form.register('email')} type="email" inputMode="email" autoComplete="off" />
          )}
        </Field>
        {form.problem && <Alert tone="danger">{form.problem}</Alert>}
        <DialogFooter className="px-0! pt-0! pb-0!">
          <DialogClose>
            <Button>{t('cancel')}</Button>
          </DialogClose>
          <Button type="submit" variant="primary" busy={form.formState.isSubmitting} busyLabel={t('records.sending')}>
            {t('records.send')}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
