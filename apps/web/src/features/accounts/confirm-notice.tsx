import { useQuery } from '@tanstack/react-query';
import { MailWarning } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { problemText } from '#lib/problem-text.ts';
import { runMutation } from '#lib/run-mutation.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { toast } from '#ui/toast-store.ts';
import { useResendConfirmation } from './joining.ts';
import { sessionQuery } from './session-query.ts';

/** Above every view until the address is confirmed; gone when somebody comes back from the mailbox. */
export function ConfirmNotice({ className }: { className?: string }) {
  const { t } = useTranslation('shell');
  const { data: user } = useQuery({ ...sessionQuery, refetchOnWindowFocus: 'always' });
  const resend = useResendConfirmation();
  if (!user || user.emailConfirmed) return null;
  const { email } = user;

  const onResend = () =>
    runMutation(resend, undefined, {
      onSuccess: () =>
        toast({ tone: 'success', title: t('confirm.sent'), description: t('confirm.sentText', { email }) }),
      onError: (error) => toast({ tone: 'error', title: t('confirm.failed'), description: problemText(error) }),
    });
  return (
    <Alert
      tone="warning"
      icon={MailWarning}
      title={t('confirm.title')}
      // On a phone the button goes below the text.
      className={cx('max-sm:[&>div:last-child]:w-full max-sm:[&>div:last-child]:pl-7.5', className)}
      action={
        <Button size="sm" busy={resend.isPending} busyLabel={t('confirm.sending')} onClick={onResend}>
          {t('confirm.resend')}
        </Button>
      }
    >
      <p className="wrap-anywhere">{t('confirm.text', { email })}</p>
    </Alert>
  );
}
