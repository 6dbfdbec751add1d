import { requestEmailChange } from '@waggle/contracts/email-change';
import { secondFactorCode } from '@waggle/contracts/profile';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useUser } from '#features/accounts/index.ts';
import { useContractForm } from '#lib/form.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogClose, DialogFooter } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { PasswordInput } from '#ui/password-input.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { toast } from '#ui/toast-store.ts';
import { SecondFactorField } from './passkeys/second-factor-field.tsx';
import { useRequestEmailChange } from './queries.ts';

const withCode = requestEmailChange.body.extend({ code: secondFactorCode });
const withoutCode = requestEmailChange.body.extend({ code: z.string() });

export function EmailChangeDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('settings');
  const { emailConfirmed } = useUser();
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('emailChange.title')}
      description={t(emailConfirmed ? 'emailChange.text' : 'emailChange.textUnconfirmed')}
    >
      <ChangeForm onClose={onClose} />
    </Dialog>
  );
}

function useChangeForm(onClose: () => void) {
  const { t } = useTranslation('settings');
  const request = useRequestEmailChange();
  const asksCode = useUser().twoFactorEnabled;
  const form = useContractForm(asksCode ? withCode : withoutCode, {
    defaultValues: { email: '', password: '', code: '' },
  });
  const onSubmit = form.submit(async ({ code, ...typed }) => {
    await request.mutateAsync({ ...typed, ...(asksCode && { code }) });
    onClose();
    toast({ tone: 'success', title: t('emailChange.sent'), description: t('emailChange.sentText') });
  });
  return { form, onSubmit, asksCode };
}

function ChangeForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('settings');
  const { form, onSubmit, asksCode } = useChangeForm(onClose);
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <Field label={t('emailChange.new')} error={form.errorOf('email')}>
        {(control) => (
          <TextInput {...control} {...form.register('email')} type="email" inputMode="email" autoComplete="email" />
        )}
      </Field>
      <Field label={t('ownPassword')} error={form.errorOf('password')}>
        {(control) => <PasswordInput {...control} {...form.register('password')} />}
      </Field>
      {asksCode && <SecondFactorField form={form} />}
      {form.problem && <Alert tone="danger">{form.problem}</Alert>}
      <DialogFooter className="px-0! pt-0! pb-0!">
        <DialogClose>
          <Button>{t('cancel')}</Button>
        </DialogClose>
        <Button type="submit" variant="primary" busy={form.formState.isSubmitting} busyLabel={t('emailChange.busy')}>
          {t('emailChange.submit')}
        </Button>
      </DialogFooter>
    </form>
  );
}
