import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { zoneName } from './zone-name.ts';

/** A Monday, for the names of weekdays and hours. */
const monday = Date.UTC(2024, 0, 1);
const hourMs = 3_600_000;

/** Names of weekdays and hours as the language writes them: 12 PM or 12:00. */
export function useWeekWords() {
  const { i18n } = useTranslation();
  return useMemo(() => {
    const tag = i18n.language === 'en' ? 'en-US' : i18n.language;
    const format = (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(tag, { ...options, timeZone: 'UTC' });
    const [long, short, hours] = [
      format({ weekday: 'long' }),
      format({ weekday: 'short' }),
      format({ hour: 'numeric' }),
    ];
    const at = (weekday: number, hour: number) => new Date(monday + (weekday * 24 + hour) * hourMs);
    const hour = (value: number) => hours.format(at(0, value));
    return {
      weekday: (weekday: number) => long.format(at(weekday, 0)),
      shortWeekday: (weekday: number) => short.format(at(weekday, 0)),
      hour,
      zone: (timezone: string) => zoneName(tag, timezone),
      /** 6a and 12p on the axis, or the bare number where the clock has 24 hours. */
      shortHour: (value: number) =>
        hour(value).replace(/\s?([ap])\.?\s?m\.?$/i, (_, half: string) => half.toLowerCase()),
    };
  }, [i18n.language]);
}
