import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { problemText } from '#lib/problem-text.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { buttonClass } from '#ui/button-class.ts';
import { Spinner } from '#ui/spinner.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { useConfirmEmailChange } from './email-change.ts';
import { useOneTimeToken } from './one-time-token.ts';
import { sessionQuery } from './session-query.ts';

const wideLink = buttonClass({ variant: 'primary', size: 'lg', block: true });

export function ChangeEmailScreen() {
  const token = useOneTimeToken();
  const session = useQuery(sessionQuery);
  if (session.isPending) return <Spinner className="grid min-h-dvh place-items-center" />;
  return session.data ? <ConfirmStep token={token} /> : <SignInFirst token={token} />;
}

/** The link alone changes nothing: a stranger whose address was typed by mistake has no session here. */
function SignInFirst({ token }: { token: string }) {
  const { t } = useTranslation('joining');
  return (
    <AuthFrame title={t('changeEmail.title')} subtitle={t('changeEmail.signInText')}>
      <Link
        to="/auth/login"
        search={{ next: `/auth/change-email?token=${encodeURIComponent(token)}` }}
        className={wideLink}
      >
        {t('confirm.signIn')}
      </Link>
    </AuthFrame>
  );
}

function ConfirmStep({ token }: { token: string }) {
  const { t } = useTranslation('joining');
  const confirm = useConfirmEmailChange();
  if (confirm.data) return <Confirmed {...confirm.data} />;
  const problem = token === '' ? t('confirm.noToken') : confirm.isError ? problemText(confirm.error) : null;
  return (
    <AuthFrame title={t('changeEmail.title')} subtitle={t('changeEmail.text')}>
      <div className="flex flex-col gap-4">
        {problem && <Alert tone="danger">{problem}</Alert>}
        {problem ? (
          <ToProfile label={t('changeEmail.newLink')} />
        ) : (
          <Button
            variant="primary"
            size="lg"
            block
            busy={confirm.isPending}
            busyLabel={t('changeEmail.busy')}
            onClick={() => confirm.mutate(token)}
          >
            {t('changeEmail.submit')}
          </Button>
        )}
      </div>
    </AuthFrame>
  );
}

function Confirmed({ email, waitsFor }: { email: string; waitsFor: 'old' | 'new' | null }) {
  const { t } = useTranslation('joining');
  return (
    <AuthFrame
      title={t(waitsFor ? 'changeEmail.halfTitle' : 'changeEmail.doneTitle')}
      subtitle={
        <span className="wrap-anywhere">
          {waitsFor ? t(`changeEmail.half.${waitsFor}`, { email }) : t('changeEmail.doneText', { email })}
        </span>
      }
    >
      <ToProfile label={t('changeEmail.toProfile')} />
    </AuthFrame>
  );
}

function ToProfile({ label }: { label: string }) {
  return (
    <Link to="/dashboard/settings/profile" className={wideLink}>
      {label}
    </Link>
  );
}
