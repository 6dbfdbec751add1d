import { useQuery } from '@tanstack/react-query';
import { MailWarning } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { useResend } from './resend-confirmation.tsx';
import { sessionQuery } from './session-query.ts';

/** Above every view until the address is confirmed; gone when somebody comes back from the mailbox. */
export function ConfirmNotice({ className }: { className?: string }) {
  const { t } = useTranslation('shell');
  const { data: user } = useQuery({ ...sessionQuery, refetchOnWindowFocus: 'always' });
  const { busy, resend } = useResend();
  if (!user || user.emailConfirmed) return null;
  const { email } = user;

  return (
    <Alert
      tone="warning"
      icon={MailWarning}
      title={t('confirm.title')}
      // On a phone the button goes below the text.
      className={cx('max-sm:[&>div:last-child]:w-full max-sm:[&>div:last-child]:pl-7.5', className)}
      action={
        <Button size="sm" busy={busy} busyLabel={t('confirm.sending')} onClick={() => resend(email)}>
          {t('confirm.resend')}
        </Button>
      }
    >
      <p className="wrap-anywhere">{t('confirm.text', { email })}</p>
    </Alert>
  );
}
