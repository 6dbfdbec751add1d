import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

export function useBackTrail() {
  const { t } = useTranslation('campaign-builder');
  return [
    <Link key="campaigns" to="/dashboard/campaigns">
      {t('back')}
    </Link>,
  ];
}
