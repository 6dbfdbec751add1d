import { minPasswordLength } from '@waggle/contracts/fields';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { cx } from '#ui/class-names.ts';
import { Field } from '#ui/field.tsx';
import { PasswordInput } from '#ui/password-input.tsx';
import { type Strength, strengthOf } from './password-fields.ts';

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
  const hint = typed ? <StrengthHint strength={strengthOf(typed, minPasswordLength)} /> : t('strength.none');
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

const looks: Record<Strength, { bars: number; bar: string; word: string }> = {
  short: { bars: 1, bar: 'bg-danger', word: 'text-danger-text' },
  weak: { bars: 1, bar: 'bg-danger', word: 'text-danger-text' },
  fair: { bars: 2, bar: 'bg-warning', word: 'text-warning-text' },
  good: { bars: 3, bar: 'bg-success', word: 'text-success-text' },
  strong: { bars: 4, bar: 'bg-success', word: 'text-success-text' },
};

/** The color never stands alone: the sentence says the same. */
function StrengthHint({ strength }: { strength: Strength }) {
  const { t } = useTranslation('accounts');
  const { bars, bar, word } = looks[strength];
  return (
    <span className="flex flex-col gap-1.5">
      <span aria-hidden className="flex gap-1">
        {[1, 2, 3, 4].map((at) => (
          <span key={at} className={cx('h-1 flex-1 rounded-full', at <= bars ? bar : 'bg-fill')} />
        ))}
      </span>
      <span className={word}>{t(`strength.${strength}`)}</span>
    </span>
  );
}
