import { disableTwoFactor } from '@waggle/contracts/profile';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useUser } from '#features/accounts/index.ts';
import { useContractForm } from '#lib/form.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { DialogClose, DialogFooter } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { PasswordInput } from '#ui/password-input.tsx';
import { SecondFactorField } from './passkeys/second-factor-field.tsx';

const withCode = disableTwoFactor.body;
const withoutCode = withCode.extend({ code: z.string() });

export type Proof = { password: string; code: string };
type ProofStepProps = {
  submitLabel: string;
  danger?: boolean;
  /** Above the password, for what else the dialog asks. */
  children?: ReactNode;
  send: (proof: Proof) => Promise<unknown>;
};

/** Asks for the own password, and with two-factor on for a second factor, before a change to the account's protection. */
export function ProofStep({ submitLabel, danger = false, children, send }: ProofStepProps) {
  const { t } = useTranslation('settings');
  const { twoFactorEnabled } = useUser();
  const form = useContractForm(twoFactorEnabled ? withCode : withoutCode, {
    defaultValues: { password: '', code: '' },
  });
  return (
    <form noValidate onSubmit={form.submit(send)} className="flex flex-col gap-4">
      {children}
      <Field label={t('ownPassword')} error={form.errorOf('password')}>
        {(control) => <PasswordInput {...control} {...form.register('password')} />}
      </Field>
      {twoFactorEnabled && <SecondFactorField form={form} />}
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

/** What the server takes: no code where none is asked. */
export const sentProof = ({ password, code }: Proof) => ({ password, ...(code !== '' && { code }) });
