import { type Passkey, renamePasskey } from '@waggle/contracts/passkeys';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '#lib/form-dialog.tsx';
import { useContractForm } from '#lib/form.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { DialogClose, DialogFooter } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { toast } from '#ui/toast-store.ts';
import { useRenamePasskey } from './queries.ts';

type RenamePasskeyDialogProps = { passkey: Passkey; onClose: () => void };

export function RenamePasskeyDialog({ passkey, onClose }: RenamePasskeyDialogProps) {
  const { t } = useTranslation('settings');
  return (
    <FormDialog open onOpenChange={onClose} title={t('passkeys.renameTitle')}>
      <RenameForm passkey={passkey} onClose={onClose} />
    </FormDialog>
  );
}

function RenameForm({ passkey, onClose }: RenamePasskeyDialogProps) {
  const { t } = useTranslation('settings');
  const rename = useRenamePasskey();
  const form = useContractForm(renamePasskey.body, { defaultValues: { name: passkey.name } });
  const onSubmit = form.submit(async ({ name }) => {
    await rename.mutateAsync({ passkeyId: passkey.id, name });
    onClose();
    toast({ tone: 'success', title: t('passkeys.renamed'), description: name });
  });
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <Field label={t('passkeys.name')} error={form.errorOf('name')}>
        {(control) => <TextInput {...control} {...form.register('name')} maxLength={60} autoComplete="off" />}
      </Field>
      {form.problem && <Alert tone="danger">{form.problem}</Alert>}
      <DialogFooter className="px-0! pt-0! pb-0!">
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
