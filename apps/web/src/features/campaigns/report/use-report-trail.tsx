import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

export function useReportTrail() {
  const { t } = useTranslation('campaign-report');
  return [
    <Link key="list" to="/dashboard/campaigns" search={{}}>
      {t('trail')}
    </Link>,
  ];
}
