import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Alert } from '#ui/alert.tsx';

/** A bank sent the person back without a payment. */
export function RefusedBand() {
  const { t } = useTranslation('billing');
  const navigate = useNavigate({ from: '/dashboard/billing' });
  return (
    <Alert tone="danger" title={t('refused.title')} onDismiss={() => void navigate({ search: {}, replace: true })}>
      {t('refused.text')}
    </Alert>
  );
}
