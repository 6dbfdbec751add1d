import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { organizationQuery } from '#features/accounts/index.ts';

const isThisYear = (instant: string): boolean => new Date(instant).getFullYear() === new Date().getFullYear();

/**
 * When something is due, on the clock of the organization and with its zone: everybody in a team must read the same time. Where it counts
 * on the clock of each contact, it is local time.
 */
export function useScheduleText(): (instant: string, eachZone?: boolean) => string {
  const { t, i18n } = useTranslation('campaigns');
  const timeZone = useQuery(organizationQuery).data?.timezone;
  return (instant, eachZone = false) => {
    const at = new Intl.DateTimeFormat(i18n.language === 'en' ? 'en-US' : i18n.language, {
      weekday: 'short',
      month: 'short',
      day: 'numeric',
      ...(!isThisYear(instant) && { year: 'numeric' as const }),
      hour: 'numeric',
      minute: '2-digit',
      ...(!eachZone && { timeZoneName: 'short' as const }),
      ...(timeZone && { timeZone }),
    }).format(new Date(instant));
    return eachZone ? t('dates.local', { at }) : at;
  };
}
