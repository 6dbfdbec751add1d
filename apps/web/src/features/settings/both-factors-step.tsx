import { disableTwoFactor } from '@waggle/contracts/profile';
import { useTranslation } from 'react-i18next';
import { useContractForm } from '#lib/form.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { DialogClose, DialogFooter } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { PasswordInput } from '#ui/password-input.tsx';
import { TextInput } from '#ui/text-input.tsx';

type Proof = { password: string; code: string };
type BothFactorsStepProps = { submitLabel: string; danger?: boolean; send: (proof: Proof) => Promise<unknown> };

/** Asks for both halves of signing in before the second factor or its recovery codes change. */
export function BothFactorsStep({ submitLabel, danger = false, send }: BothFactorsStepProps) {
  const { t } = useTranslation('settings');
  const form = useContractForm(disableTwoFactor.body, { defaultValues: { password: '', code: '' } });
  return (
    <form noValidate onSubmit={form.submit(send)} className="flex flex-col gap-4">
      <Field label={t('ownPassword')} error={form.errorOf('password')}>
        {(control) => <PasswordInput {...control} {...form.register('password')} />}
      </Field>
      <Field label={t('setup.code')} hint={t('twoFactor.codeHint')} error={form.errorOf('code')}>
        {(control) => (
          <TextInput
            {...control}
            {...form.register('code')}
            autoComplete="one-time-code"
            spellCheck={false}
            maxLength={20}
            className="max-w-52 font-mono"
          />
        )}
      </Field>
      {form.problem && <Alert tone="danger">{form.problem}</Alert>}
      <DialogFooter className="px-0! pt-0! pb-0!">
        <DialogClose>
          <Button>{t('cancel')}</Button>
        </DialogClose>
        <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={form.formState.isSubmitting}>
          {submitLabel}
        </Button>
      </DialogFooter>
    </form>
  );
}
