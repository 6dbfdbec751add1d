import { minPasswordLength } from '@waggle/contracts/fields';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Field } from '#ui/field.tsx';
import { PasswordInput } from '#ui/password-input.tsx';
import { strengthOf } from './password-fields.ts';

type PasswordName = 'password' | 'confirmPassword';

type NewPasswordFieldsProps = {
  form: {
    register: (name: PasswordName, options?: { onChange: () => void }) => UseFormRegisterReturn;
    trigger: (name: 'confirmPassword') => Promise<boolean>;
    getValues: (name: 'confirmPassword') => string | undefined;
    errorOf: (name: PasswordName) => string | undefined;
    watch: (name: 'password') => string | undefined;
  };
  labels?: Record<PasswordName, string> | undefined;
  size?: 'md' | 'lg' | undefined;
};

export function NewPasswordFields({ form, labels, size }: NewPasswordFieldsProps) {
  const { t } = useTranslation('accounts');
  const typed = form.watch('password');
  const hint = typed ? t(`strength.${strengthOf(typed, minPasswordLength)}`) : t('strength.none');
  const compareAgain = () => {
    if (form.getValues('confirmPassword')) void form.trigger('confirmPassword');
  };
  // Registered inside the fields: the form focuses its first error in the order of registration.
  return (
    <>
      <Field label={labels?.password ?? t('fields.password')} error={form.errorOf('password')} hint={hint}>
        {(control) => (
          <PasswordInput
            {...control}
            {...form.register('password', { onChange: compareAgain })}
            size={size}
            autoComplete="new-password"
          />
        )}
      </Field>
      <Field label={labels?.confirmPassword ?? t('fields.confirmPassword')} error={form.errorOf('confirmPassword')}>
        {(control) => (
          <PasswordInput {...control} {...form.register('confirmPassword')} size={size} autoComplete="new-password" />
        )}
      </Field>
    </>
  );
}
