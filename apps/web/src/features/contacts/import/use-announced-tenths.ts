import { useEffect, useRef } from 'react';
import { announce } from '#lib/announce.tsx';
import { i18n } from '#lib/i18n.ts';

/** Tells progress to screen readers every 10 %, so that they are not talked over. */
export function useAnnouncedTenths(name: string, value: number, max: number): void {
  const tenth = max > 0 ? Math.floor((10 * Math.min(value, max)) / max) : 0;
  const said = useRef(0);
  useEffect(() => {
    if (tenth === said.current) return;
    said.current = tenth;
    if (tenth > 0) announce(i18n.t('progress', { ns: 'contacts-import', name, percent: tenth * 10 }));
  }, [tenth, name]);
}
