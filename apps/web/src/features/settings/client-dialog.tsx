import { createClient, type Client } from '@waggle/contracts/clients';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '#lib/form-dialog.tsx';
import { useContractForm } from '#lib/form.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { DialogClose, DialogFooter } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { toast } from '#ui/toast-store.ts';
import { useToggleClient } from './client-columns.tsx';
import { useCreateClient, useUpdateClient } from './queries.ts';

type ClientDialogProps = {
  /** Without one a new client is added. */
  client?: Client;
  onClose: () => void;
};

export function ClientDialog({ client, onClose }: ClientDialogProps) {
  const { t } = useTranslation('settings');
  return (
    <FormDialog open onOpenChange={onClose} title={t(client ? 'clients.edit' : 'clients.add')}>
      <ClientForm client={client} onClose={onClose} />
    </FormDialog>
  );
}

function useClientForm(client: Client | undefined, onClose: () => void) {
  const { t } = useTranslation('settings');
  const create = useCreateClient();
  const update = useUpdateClient();
  const form = useContractForm(createClient.body, {
    defaultValues: { name: client?.name ?? '', email: client?.email ?? null },
  });
  const onSubmit = form.submit(async (typed) => {
    if (client) await update.mutateAsync({ clientId: client.id, ...typed });
    else await create.mutateAsync(typed);
    onClose();
    toast({ tone: 'success', title: t(client ? 'clients.saved' : 'clients.added'), description: typed.name });
  });
  return { form, onSubmit };
}

function ClientForm({ client, onClose }: { client: Client | undefined; onClose: () => void }) {
  const { t } = useTranslation('settings');
  const { form, onSubmit } = useClientForm(client, onClose);
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <Field label={t('clients.name')} error={form.errorOf('name')}>
        {(control) => <TextInput {...control} {...form.register('name')} autoComplete="off" />}
      </Field>
      <Field label={t('clients.email')} optional error={form.errorOf('email')}>
        {(control) => (
          <TextInput
            {...control}
            {...form.register('email', { setValueAs: (typed: string | null) => typed?.trim() || null })}
            type="email"
            inputMode="email"
            autoComplete="off"
          />
        )}
      </Field>
      {form.problem && <Alert tone="danger">{form.problem}</Alert>}
      <DialogFooter className="px-0! pt-0! pb-0!">
        {client && <ToggleButton client={client} onClose={onClose} />}
        <DialogClose>
          <Button>{t('cancel')}</Button>
        </DialogClose>
        <Button type="submit" variant="primary" busy={form.formState.isSubmitting} busyLabel={t('saving')}>
          {t(client ? 'save' : 'clients.add')}
        </Button>
      </DialogFooter>
    </form>
  );
}

/** On phones the row has no menu, so the dialog offers the same. */
function ToggleButton({ client, onClose }: { client: Client; onClose: () => void }) {
  const { t } = useTranslation('settings');
  const toggle = useToggleClient(client);
  return (
    <Button
      variant="ghost"
      className="mr-auto"
      onClick={() => {
        toggle();
        onClose();
      }}
    >
      {t(client.isActive ? 'clients.deactivate' : 'clients.reactivate')}
    </Button>
  );
}
