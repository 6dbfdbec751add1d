import { useTranslation } from 'react-i18next';
import { problemText } from '#lib/problem-text.ts';
import { runMutation } from '#lib/run-mutation.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast-store.ts';
import { useResendConfirmation } from './joining.ts';
import { useUser } from './session.ts';

/** Sends the link that confirms the address of who is signed in once more. */
export function useResend() {
  const { t } = useTranslation('shell');
  const resend = useResendConfirmation();
  return {
    busy: resend.isPending,
    resend: (email: string) =>
      runMutation(resend, undefined, {
        onSuccess: () =>
          toast({ tone: 'success', title: t('confirm.sent'), description: t('confirm.sentText', { email }) }),
        onError: (error) => toast({ tone: 'error', title: t('confirm.failed'), description: problemText(error) }),
      }),
  };
}

/** Nothing for whoever has confirmed theirs. */
export function ResendConfirmation() {
  const { t } = useTranslation('shell');
  const { email, emailConfirmed } = useUser();
  const { busy, resend } = useResend();
  if (emailConfirmed) return null;
  return (
    <Button size="sm" busy={busy} busyLabel={t('confirm.sending')} onClick={() => resend(email)}>
      {t('confirm.resend')}
    </Button>
  );
}
