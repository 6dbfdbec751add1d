import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { acceptInvitation } from '@waggle/contracts/joining';
import { useTranslation } from 'react-i18next';
import { useContractForm } from '#lib/form.ts';
import { problemText } from '#lib/problem-text.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { AuthFrame, textLinkClass } from './auth-frame.tsx';
import { useAuthNotices } from './auth-notices.ts';
import { NewPasswordFields } from './new-password-fields.tsx';
import { useOneTimeToken } from './one-time-token.ts';
import { withMatchingPasswords } from './password-fields.ts';
import { invitationQuery, useAcceptInvitation } from './joining.ts';

const { token: _sentBeside, ...typedFields } = acceptInvitation.body.shape;
const newPerson = withMatchingPasswords(typedFields);

export function AcceptInvitationScreen() {
  const { t } = useTranslation('accounts');
  const joining = useTranslation('joining');
  const token = useOneTimeToken();
  const invitation = useQuery({ ...invitationQuery(token), enabled: token !== '' });

  if (token === '' || invitation.isError) {
    return (
      <AuthFrame title={t('invitation.deadTitle')}>
        <Alert tone="danger">{token ? problemText(invitation.error) : t('invitation.noToken')}</Alert>
        <p className="mt-6 text-sm text-muted">{t('invitation.askAgain')}</p>
        <p className="mt-4 text-sm">
          <Link to="/auth/login" className={textLinkClass}>
            {t('forgot.back')}
          </Link>
        </p>
      </AuthFrame>
    );
  }
  if (invitation.isPending) return <Spinner className="grid min-h-dvh place-items-center" />;

  const { organizationName, role, email, invitedBy, replacesAccount } = invitation.data;
  return (
    <AuthFrame
      title={t('invitation.title', { organization: organizationName })}
      subtitle={t(`invitation.${invitedBy ? 'subtitleBy' : 'subtitle'}.${role}`, { name: invitedBy })}
    >
      {replacesAccount && (
        <Alert tone="warning" className="mb-5">
          {joining.t('invitation.replaces')}
        </Alert>
      )}
      <AcceptForm token={token} email={email} />
    </AuthFrame>
  );
}

function useAcceptForm(token: string) {
  const form = useContractForm(newPerson, { defaultValues: { name: '', password: '', confirmPassword: '' } });
  const accept = useAcceptInvitation();
  const notices = useAuthNotices();
  const navigate = useNavigate();

  const onSubmit = form.submit(async (typed) => {
    await accept.mutateAsync({ ...typed, token });
    await navigate({ to: '/dashboard' });
    notices.accountCreated();
  });
  return { form, onSubmit };
}

function AcceptForm({ token, email }: { token: string; email: string }) {
  const { t } = useTranslation('accounts');
  const { form, onSubmit } = useAcceptForm(token);
  const { register, errorOf } = form;
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <Field label={t('fields.email')} hint={t('invitation.emailHint')}>
        {(control) => <TextInput {...control} value={email} readOnly size="lg" autoComplete="username" />}
      </Field>
      <Field label={t('fields.name')} error={errorOf('name')}>
        {(control) => <TextInput {...control} {...register('name')} size="lg" autoComplete="name" />}
      </Field>
      <NewPasswordFields form={form} size="lg" />
      {form.problem && <Alert tone="danger">{form.problem}</Alert>}
      <Button
        type="submit"
        variant="primary"
        size="lg"
        block
        busy={form.formState.isSubmitting}
        busyLabel={t('register.busy')}
      >
        {t('invitation.submit')}
      </Button>
    </form>
  );
}
