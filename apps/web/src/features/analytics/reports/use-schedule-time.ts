import { useTranslation } from 'react-i18next';

/** A moment by the clocks of the organization, whatever zone the reader is in: Mon, May 11, 8:00 AM. */
export function useScheduleTime(timeZone: string): (instant: string) => string {
  const { i18n } = useTranslation();
  const format = new Intl.DateTimeFormat(i18n.language, {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
  });
  return (instant) => format.format(new Date(instant));
}
