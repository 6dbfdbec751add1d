import { createHost, type HostPurpose } from '@waggle/contracts/hosts';
import { useTranslation } from 'react-i18next';
import { ClientField, useClientChoice, useUser } from '#features/accounts/index.ts';
import { FormDialog } from '#lib/form-dialog.tsx';
import { useContractForm } from '#lib/form.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { DialogClose, DialogFooter } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { toast } from '#ui/toast-store.ts';
import { useCreateHost } from './queries.ts';
import { UsesField } from './uses-field.tsx';

export function AddHostDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('hosts');
  return (
    <FormDialog open onOpenChange={onClose} title={t('add')}>
      <AddHostForm onClose={onClose} />
    </FormDialog>
  );
}

/** What most names are for. */
const usual: HostPurpose[] = ['links', 'forms'];
const Typed = createHost.body.pick({ host: true, purposes: true });

function AddHostForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('hosts');
  const create = useCreateHost();
  const client = useClientChoice();
  const form = useContractForm(Typed, { defaultValues: { host: '', purposes: usual } });
  const { activeClientId, clientId } = useUser();
  const isOfClient = (client.chosen ?? activeClientId ?? clientId) !== null;
  const purposes = form.watch('purposes');
  const onSubmit = form.submit(async ({ host, purposes: chosen }) => {
    if (!client.ask()) return;
    const allowed = chosen.filter((purpose) => !isOfClient || purpose !== 'dashboard');
    await create.mutateAsync({ host, purposes: allowed, ...client.body });
    onClose();
    toast({ tone: 'success', title: t('added'), description: t('addedText') });
  });

  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <ClientField choice={client} hint={t('clientHint')} />
      <Field label={t('name')} hint={t('nameHint')} error={form.errorOf('host')}>
        {(control) => (
          <TextInput
            {...control}
            {...form.register('host')}
            inputMode="url"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </Field>
      <UsesField
        value={purposes}
        onChange={(value) => form.setValue('purposes', value, { shouldDirty: true })}
        error={form.errorOf('purposes')}
        isOfClient={isOfClient}
      />
      {form.problem && <Alert tone="danger">{form.problem}</Alert>}
      <DialogFooter className="px-0! pt-0! pb-0!">
        <DialogClose>
          <Button>{t('cancel')}</Button>
        </DialogClose>
        <Button type="submit" variant="primary" busy={form.formState.isSubmitting} busyLabel={t('saving')}>
          {t('add')}
        </Button>
      </DialogFooter>
    </form>
  );
}
