import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

export function useTemplatesTrail() {
  const { t } = useTranslation('email-templates');
  return [
    <Link key="templates" to="/dashboard/campaigns/templates">
      {t('title')}
    </Link>,
  ];
}
