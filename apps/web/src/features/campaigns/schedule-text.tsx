import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { organizationQuery } from '#features/accounts/index.ts';

const isThisYear = (instant: string): boolean => new Date(instant).getFullYear() === new Date().getFullYear();

/** When something is due, on the clock of the organization and with its zone: everybody in a team must read the same time. */
export function useScheduleText(): (instant: string) => string {
  const { i18n } = useTranslation();
  const timeZone = useQuery(organizationQuery).data?.timezone;
  return (instant) =>
    new Intl.DateTimeFormat(i18n.language === 'en' ? 'en-US' : i18n.language, {
      weekday: 'short',
      month: 'short',
      day: 'numeric',
      ...(!isThisYear(instant) && { year: 'numeric' as const }),
      hour: 'numeric',
      minute: '2-digit',
      timeZoneName: 'short',
      ...(timeZone && { timeZone }),
    }).format(new Date(instant));
}
