import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { User } from '@waggle/contracts/accounts';
import { useTranslation } from 'react-i18next';
import { problemText } from '#lib/problem-text.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { buttonClass } from '#ui/button-class.ts';
import { Spinner } from '#ui/spinner.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { useConfirmEmail } from './joining.ts';
import { useOneTimeToken } from './one-time-token.ts';
import { sessionQuery } from './session-query.ts';

const wideLink = buttonClass({ variant: 'primary', size: 'lg', block: true });

export function ConfirmEmailScreen() {
  const token = useOneTimeToken();
  const session = useQuery(sessionQuery);
  if (session.isPending) return <Spinner className="grid min-h-dvh place-items-center" />;
  if (!session.data) return <SignInFirst token={token} />;
  return session.data.emailConfirmed ? <Confirmed /> : <ConfirmStep user={session.data} token={token} />;
}

/** The link alone confirms nothing: whoever gets it without having registered has no account to sign in to. */
function SignInFirst({ token }: { token: string }) {
  const { t } = useTranslation('joining');
  return (
    <AuthFrame title={t('confirm.title')} subtitle={t('confirm.signInText')}>
      <Link
        to="/auth/login"
        search={{ next: `/auth/confirm-email?token=${encodeURIComponent(token)}` }}
        className={wideLink}
      >
        {t('confirm.signIn')}
      </Link>
    </AuthFrame>
  );
}

function Confirmed() {
  const { t } = useTranslation('joining');
  return (
    <AuthFrame title={t('confirm.doneTitle')} subtitle={t('confirm.doneText')}>
      <Link to="/dashboard" className={wideLink}>
        {t('confirm.toDashboard')}
      </Link>
    </AuthFrame>
  );
}

function ConfirmStep({ user, token }: { user: User; token: string }) {
  const { t } = useTranslation('joining');
  const confirm = useConfirmEmail();
  const problem = token === '' ? t('confirm.noToken') : confirm.isError ? problemText(confirm.error) : null;
  return (
    <AuthFrame title={t('confirm.title')} subtitle={t('confirm.text', { email: user.email })}>
      <div className="flex flex-col gap-4">
        {problem && <Alert tone="danger">{problem}</Alert>}
        {problem ? (
          <Link to="/dashboard" className={wideLink}>
            {t('confirm.newLink')}
          </Link>
        ) : (
          <Button
            variant="primary"
            size="lg"
            block
            busy={confirm.isPending}
            busyLabel={t('confirm.busy')}
            onClick={() => confirm.mutate(token)}
          >
            {t('confirm.submit')}
          </Button>
        )}
      </div>
    </AuthFrame>
  );
}
