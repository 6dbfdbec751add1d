import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

/** The hour of an instant on the clock of a time zone, as the language writes it: 2 PM or 14 h. */
export function useHourNames(timezone: string): (at: string) => string {
  const { i18n } = useTranslation();
  return useMemo(() => {
    const tag = i18n.language === 'en' ? 'en-US' : i18n.language;
    const hour = new Intl.DateTimeFormat(tag, { hour: 'numeric', timeZone: timezone });
    return (at) => hour.format(new Date(at));
  }, [i18n.language, timezone]);
}
