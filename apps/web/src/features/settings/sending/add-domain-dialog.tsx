import { addDomain } from '@waggle/contracts/sending';
import { useTranslation } from 'react-i18next';
import { ClientField, useClientChoice } from '#features/accounts/index.ts';
import { FormDialog } from '#lib/form-dialog.tsx';
import { useContractForm } from '#lib/form.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { DialogClose, DialogFooter } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { toast } from '#ui/toast-store.ts';
import { useAddDomain } from './queries.ts';

export function AddDomainDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('sending');
  return (
    <FormDialog open onOpenChange={onClose} title={t('domains.add')}>
      <AddDomainForm onClose={onClose} />
    </FormDialog>
  );
}

function AddDomainForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('sending');
  const add = useAddDomain();
  const client = useClientChoice();
  const form = useContractForm(addDomain.body.pick({ domain: true }), { defaultValues: { domain: '' } });
  const onSubmit = form.submit(async (typed) => {
    if (!client.ask()) return;
    await add.mutateAsync({ ...typed, ...client.body });
    onClose();
    toast({ tone: 'success', title: t('domains.added'), description: t('domains.addedText') });
  });

  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <ClientField choice={client} hint={t('domains.clientHint')} />
      <Field label={t('domains.name')} hint={t('domains.nameHint')} error={form.errorOf('domain')}>
        {(control) => (
          <TextInput
            {...control}
            {...form.register('domain')}
            inputMode="url"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </Field>
      {form.problem && <Alert tone="danger">{form.problem}</Alert>}
      <DialogFooter className="px-0! pt-0! pb-0!">
        <DialogClose>
          <Button>{t('cancel')}</Button>
        </DialogClose>
        <Button type="submit" variant="primary" busy={form.formState.isSubmitting} busyLabel={t('saving')}>
          {t('domains.add')}
        </Button>
      </DialogFooter>
    </form>
  );
}
