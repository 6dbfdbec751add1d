import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let shown: string | undefined;

/** The zone times are shown in; undefined is that of the browser. */
export const shownZone = (): string | undefined => shown;

/** Called with the person's or the organization's zone when somebody is signed in. One that this browser does not know is left. */
export function showZone(zone: string | undefined): void {
  shown = zone !== undefined && isKnown(zone) ? zone : undefined;
  for (const notify of listeners) notify();
}

function isKnown(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useShownZone = (): string | undefined => useSyncExternalStore(subscribe, shownZone);
