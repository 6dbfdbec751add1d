import type { ContactDetail } from '@waggle/contracts/contacts';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { Alert } from '#ui/alert.tsx';
import { useClientNames } from '#features/accounts/index.ts';

/** Says that nothing is sent, and why; of a break only where nothing stronger stops mail. */
export function OptOutBand({ contact }: { contact: ContactDetail }) {
  const { t } = useTranslation('contacts');
  const format = useFormat();
  const hasClients = useClientNames().size > 0;
  const { status, suppressions, mailPausedUntil } = contact;
  const stopped = status === 'unsubscribed' || status === 'bounced' || status === 'complained';
  const noMail = stopped || suppressions.some(({ channel }) => channel === 'email');
  const takesBreak = mailPausedUntil !== null && !noMail;
  if (!stopped && !takesBreak && suppressions.length === 0) return null;

  return (
    <div className="flex flex-col gap-2">
      {suppressions.map(({ channel, reason, happenedAt, everywhere }) => (
        <Alert key={channel} tone={reason === 'unsubscribed' ? 'neutral' : 'danger'} title={t(`band.${channel}`)}>
          {t('band.since', { reason: t(`reason.${reason}`), date: format.date(happenedAt) })}
          {everywhere && hasClients && ` ${t('band.everywhere')}`}
        </Alert>
      ))}
      {suppressions.length === 0 && stopped && (
        <Alert tone={status === 'unsubscribed' ? 'neutral' : 'danger'} title={t('band.email')}>
          {t(`reason.${status}`)}
        </Alert>
      )}
      {takesBreak && (
        <Alert tone="neutral" title={t('band.paused', { date: format.date(mailPausedUntil) })}>
          {t('band.pausedText')}
        </Alert>
      )}
    </div>
  );
}
