import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { reportOf } from '../addresses.ts';

/** An email of a sequence is reached from the report of that. */
export function useReportTrail(sequenceId: string | null = null) {
  const { t } = useTranslation('campaign-report');
  return [
    <Link key="list" to="/dashboard/campaigns" search={{}}>
      {t('trail')}
    </Link>,
    ...(sequenceId === null
      ? []
      : [
          <Link key="sequence" {...reportOf(sequenceId)}>
            {t('sequence.back')}
          </Link>,
        ]),
  ];
}
