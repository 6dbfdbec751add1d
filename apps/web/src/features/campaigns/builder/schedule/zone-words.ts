import { useTranslation } from 'react-i18next';
import { nextClockChange, offsetName } from './zones.ts';

/** Times and zones in the language of the person. */
export function useZoneWords() {
  const { t, i18n } = useTranslation('campaign-builder');
  const language = i18n.language === 'en' ? 'en-US' : i18n.language;
  const named = (at: number, zone: string, style: 'longGeneric' | 'short') =>
    new Intl.DateTimeFormat(language, { timeZone: zone, timeZoneName: style })
      .formatToParts(at)
      .find(({ type }) => type === 'timeZoneName')?.value ?? zone;

  return {
    date: (at: number, zone: string) =>
      new Intl.DateTimeFormat(language, {
        timeZone: zone,
        weekday: 'short',
        year: 'numeric',
        month: 'short',
        day: 'numeric',
        hour: 'numeric',
        minute: '2-digit',
      }).format(at),
    time: (at: number, zone: string) =>
      new Intl.DateTimeFormat(language, { timeZone: zone, hour: 'numeric', minute: '2-digit' }).format(at),
    name: (zone: string, at: number) => named(at, zone, 'longGeneric'),
    /** PDT, UTC−7. Next clock change: Nov 1. */
    clocks: (zone: string, at: number) => {
      const change = nextClockChange(at, zone);
      const offset = offsetName(at, zone);
      const short = named(at, zone, 'short');
      const known = short.startsWith('GMT') || short === offset ? offset : `${short}, ${offset}`;
      if (change === undefined) return t('schedule.neverChanges', { offset: known });
      const day = new Intl.DateTimeFormat(language, { timeZone: zone, month: 'short', day: 'numeric' }).format(change);
      return t('schedule.changes', { offset: known, day });
    },
  };
}
