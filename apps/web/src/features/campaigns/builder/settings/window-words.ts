import { openingAt, type SendingWindow } from '@waggle/contracts/sending-window';
import { useTranslation } from 'react-i18next';
import { useZoneWords } from '../schedule/zone-words.ts';

/** What a window means for emails that are to leave at a time. */
export function useWindowWords() {
  const { t } = useTranslation('campaign-builder');
  const zones = useZoneWords();
  const dateOf = (at: number, { zone }: SendingWindow) =>
    t('window.at', { date: zones.date(at, zone), zone: zones.name(zone, at) });
  return {
    now: (window: SendingWindow, now: number) => {
      const { opensAt, closesAt } = openingAt(window, now);
      return opensAt > now
        ? t('window.shut', { date: dateOf(opensAt, window) })
        : t('window.open', { date: dateOf(closesAt, window) });
    },
    /** Undefined when nothing waits. */
    wait: (window: SendingWindow | null, from: number) => {
      if (!window) return undefined;
      const { opensAt } = openingAt(window, from);
      return opensAt > from ? t('window.waits', { date: dateOf(opensAt, window) }) : undefined;
    },
  };
}
