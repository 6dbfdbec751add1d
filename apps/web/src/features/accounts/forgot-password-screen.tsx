import { Link } from '@tanstack/react-router';
import { forgotPassword } from '@waggle/contracts/accounts';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useContractForm } from '#lib/form.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { AuthFrame, textLinkClass } from './auth-frame.tsx';
import { useForgotPassword } from './entrance.ts';

export function ForgotPasswordScreen() {
  const { t } = useTranslation('accounts');
  const ask = useForgotPassword();
  return (
    <AuthFrame title={t('forgot.title')} subtitle={t('forgot.subtitle')}>
      {ask.isSuccess ? (
        <Alert tone="success">{t('forgot.sent')}</Alert>
      ) : (
        <ForgotPasswordForm ask={(typed) => ask.mutateAsync(typed)} />
      )}
      <p className="mt-8 text-sm">
        <Link to="/auth/login" className={textLinkClass}>
          {t('forgot.back')}
        </Link>
      </p>
    </AuthFrame>
  );
}

function ForgotPasswordForm({ ask }: { ask: (typed: { email: string }) => Promise<unknown> }) {
  const { t } = useTranslation('accounts');
  const form = useContractForm(forgotPassword.body, { defaultValues: { email: '' } });
  const { setFocus } = form;
  useEffect(() => setFocus('email'), [setFocus]);

  return (
    <form noValidate onSubmit={form.submit(ask)} className="flex flex-col gap-4">
      <Field label={t('fields.email')} error={form.errorOf('email')}>
        {(control) => (
          <TextInput
            {...control}
            {...form.register('email')}
            type="email"
            size="lg"
            autoComplete="username"
            inputMode="email"
          />
        )}
      </Field>
      {form.problem && <Alert tone="danger">{form.problem}</Alert>}
      <Button
        type="submit"
        variant="primary"
        size="lg"
        block
        busy={form.formState.isSubmitting}
        busyLabel={t('forgot.busy')}
      >
        {t('forgot.submit')}
      </Button>
    </form>
  );
}
