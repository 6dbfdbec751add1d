import { changePassword } from '@waggle/contracts/profile';
import { useTranslation } from 'react-i18next';
import { NewPasswordFields, withMatchingPasswords } from '#features/accounts/index.ts';
import { useContractForm } from '#lib/form.ts';
import { Card } from '#ui/card.tsx';
import { Field } from '#ui/field.tsx';
import { PasswordInput } from '#ui/password-input.tsx';
import { toast } from '#ui/toast-store.ts';
import { useChangePassword } from './queries.ts';
import { Passkeys } from './passkeys/passkeys.tsx';
import { SaveBar, Section } from './section.tsx';
import { Sessions } from './sessions.tsx';
import { TwoFactor } from './two-factor.tsx';

const passwordChange = withMatchingPasswords(changePassword.body.shape);
const blank = { currentPassword: '', password: '', confirmPassword: '' };

export function SecuritySection() {
  const { t } = useTranslation('settings');
  return (
    <Section title={t('sections.security')} description={t('security.text')}>
      <PasswordForm />
      <Passkeys />
      <TwoFactor />
      <Sessions />
    </Section>
  );
}

function PasswordForm() {
  const { t } = useTranslation('settings');
  const change = useChangePassword();
  const form = useContractForm(passwordChange, { defaultValues: blank });
  const { register, errorOf } = form;
  const onSubmit = form.submit(async (typed) => {
    await change.mutateAsync(typed);
    form.reset(blank);
    toast({ tone: 'success', title: t('password.saved'), description: t('password.savedText') });
  });

  return (
    <Card title={t('password.title')} description={t('password.text')}>
      <form noValidate onSubmit={onSubmit} className="flex max-w-md flex-col gap-4">
        <Field label={t('password.current')} error={errorOf('currentPassword')}>
          {(control) => <PasswordInput {...control} {...register('currentPassword')} />}
        </Field>
        <NewPasswordFields
          form={form}
          labels={{ password: t('password.new'), confirmPassword: t('password.confirm') }}
        />
        <SaveBar form={form} label={t('password.submit')} />
      </form>
    </Card>
  );
}
