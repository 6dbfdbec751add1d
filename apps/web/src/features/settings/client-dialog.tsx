import { createClient, type Client } from '@waggle/contracts/clients';
import { Link2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '#lib/form-dialog.tsx';
import { useContractForm } from '#lib/form.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { DialogClose, DialogFooter } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { toast } from '#ui/toast-store.ts';
import { useUpdateClient } from './queries.ts';

type ClientDialogProps = {
  client: Client;
  onClose: () => void;
  /** On phones the row has no menu, so the dialog offers both. */
  onArchive?: (() => void) | undefined;
  onGuestLinks?: (() => void) | undefined;
};

export function ClientDialog({ client, onClose, onArchive, onGuestLinks }: ClientDialogProps) {
  const { t } = useTranslation('settings');
  return (
    <FormDialog open onOpenChange={onClose} title={t('clients.edit')}>
      {onGuestLinks && <GuestLinksButton onOpen={onGuestLinks} />}
      <ClientForm client={client} onClose={onClose} onArchive={onArchive} />
    </FormDialog>
  );
}

function useClientForm(client: Client, onClose: () => void) {
  const { t } = useTranslation('settings');
  const update = useUpdateClient();
  const form = useContractForm(createClient.body, {
    defaultValues: { name: client.name, email: client.email },
  });
  const onSubmit = form.submit(async (typed) => {
    await update.mutateAsync({ clientId: client.id, ...typed });
    onClose();
    toast({ tone: 'success', title: t('clients.saved'), description: typed.name });
  });
  return { form, onSubmit };
}

function ClientForm({ client, onClose, onArchive }: Omit<ClientDialogProps, 'onGuestLinks'>) {
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
        {onArchive && (
          <Button variant="ghost" className="mr-auto" onClick={onArchive}>
            {t('clients.archive')}
          </Button>
        )}
        <DialogClose>
          <Button>{t('cancel')}</Button>
        </DialogClose>
        <Button type="submit" variant="primary" busy={form.formState.isSubmitting} busyLabel={t('saving')}>
          {t('save')}
        </Button>
      </DialogFooter>
    </form>
  );
}

function GuestLinksButton({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation('guest-links');
  return (
    <Button icon={Link2} className="mb-4 self-start" onClick={onOpen}>
      {t('menu')}
    </Button>
  );
}
