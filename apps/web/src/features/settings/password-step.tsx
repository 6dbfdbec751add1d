import { startTwoFactor } from '@waggle/contracts/profile';
import { useTranslation } from 'react-i18next';
import { useContractForm } from '#lib/form.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { DialogClose, DialogFooter } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { PasswordInput } from '#ui/password-input.tsx';

type PasswordStepProps = { submitLabel: string; send: (password: string) => Promise<unknown> };

/** Asks for the own password before a change to the account's protection. */
export function PasswordStep({ submitLabel, send }: PasswordStepProps) {
  const { t } = useTranslation('settings');
  const form = useContractForm(startTwoFactor.body.pick({ password: true }), { defaultValues: { password: '' } });
  return (
    <form noValidate onSubmit={form.submit(({ password }) => send(password))} className="flex flex-col gap-4">
      <Field label={t('ownPassword')} error={form.errorOf('password')}>
        {(control) => <PasswordInput {...control} {...form.register('password')} />}
      </Field>
      {form.problem && <Alert tone="danger">{form.problem}</Alert>}
      <DialogFooter className="px-0! pt-0! pb-0!">
        <DialogClose>
          <Button>{t('cancel')}</Button>
        </DialogClose>
        <Button type="submit" variant="primary" busy={form.formState.isSubmitting}>
          {submitLabel}
        </Button>
      </DialogFooter>
    </form>
  );
}
