import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Alert } from '#ui/alert.tsx';

/** What is missing before people can be written to, and where to get it. */
export function SenderMissing({ isOn }: { isOn: boolean }) {
  const { t } = useTranslation('form-builder');
  return (
    <Alert tone={isOn ? 'warning' : 'info'} title={t('emails.noSender')}>
      {t(isOn ? 'emails.noSenderWaiting' : 'emails.noSenderText')}{' '}
      <Link to="/dashboard/settings/sending" className="font-medium text-link underline">
        {t('emails.setUp')}
      </Link>
    </Alert>
  );
}
