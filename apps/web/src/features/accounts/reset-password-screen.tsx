import { Link, useNavigate } from '@tanstack/react-router';
import { resetPassword } from '@waggle/contracts/accounts';
import { useTranslation } from 'react-i18next';
import { useContractForm } from '#lib/form.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { AuthFrame, textLinkClass } from './auth-frame.tsx';
import { useAuthNotices } from './auth-notices.ts';
import { NewPasswordFields } from './new-password-fields.tsx';
import { useOneTimeToken } from './one-time-token.ts';
import { withMatchingPasswords } from './password-fields.ts';
import { useResetPassword } from './entrance.ts';

const { token: _sentBeside, ...typedFields } = resetPassword.body.shape;
const newPassword = withMatchingPasswords(typedFields);

export function ResetPasswordScreen() {
  const { t } = useTranslation('accounts');
  const token = useOneTimeToken();
  return (
    <AuthFrame title={t('reset.title')} subtitle={t('reset.subtitle')}>
      {token ? <ResetPasswordForm token={token} /> : <Alert tone="danger">{t('reset.noToken')}</Alert>}
      <p className="mt-8 text-sm">
        <Link to="/auth/forgot-password" className={textLinkClass}>
          {t('reset.newLink')}
        </Link>
      </p>
    </AuthFrame>
  );
}

function ResetPasswordForm({ token }: { token: string }) {
  const { t } = useTranslation('accounts');
  const form = useContractForm(newPassword, { defaultValues: { password: '', confirmPassword: '' } });
  const reset = useResetPassword();
  const notices = useAuthNotices();
  const navigate = useNavigate();

  const onSubmit = form.submit(async (typed) => {
    await reset.mutateAsync({ ...typed, token });
    await navigate({ to: '/auth/login' });
    notices.passwordChanged();
  });

  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <NewPasswordFields
        form={form}
        labels={{ password: t('fields.newPassword'), confirmPassword: t('fields.confirmPassword') }}
        size="lg"
      />
      {form.problem && <Alert tone="danger">{form.problem}</Alert>}
      <Button
        type="submit"
        variant="primary"
        size="lg"
        block
        busy={form.formState.isSubmitting}
        busyLabel={t('reset.busy')}
      >
        {t('reset.submit')}
      </Button>
    </form>
  );
}
