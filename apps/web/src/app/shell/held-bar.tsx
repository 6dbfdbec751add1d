import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { installationQuery } from '#features/accounts/index.ts';
import { Alert } from '#ui/alert.tsx';

/** Above every screen while a restored installation waits for its operator. */
export function HeldBar({ className }: { className?: string }) {
  const { t } = useTranslation('shell');
  const { data } = useQuery(installationQuery);
  if (!data?.heldSince) return null;
  return (
    <Alert tone="warning" title={t('held.title')} className={className}>
      {t('held.text')}
    </Alert>
  );
}
