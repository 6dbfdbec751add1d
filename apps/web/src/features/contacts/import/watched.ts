import { useSyncExternalStore } from 'react';
import { stored } from '#lib/stored.ts';

const key = 'imports';
const listeners = new Set<() => void>();
let watched: readonly string[] = read();

function read(): readonly string[] {
  const ids = stored.read(key)?.split(',') ?? [];
  return ids.filter(Boolean);
}

function change(ids: readonly string[]) {
  watched = ids;
  stored.write(key, ids.length > 0 ? ids.join(',') : undefined);
  for (const notify of listeners) notify();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The imports whose end this person has not seen yet; kept on this device, so a reload does not lose them. */
export const useWatched = (): readonly string[] => useSyncExternalStore(subscribe, () => watched);

export function watch(importIds: readonly string[]): void {
  const more = importIds.filter((id) => !watched.includes(id));
  if (more.length > 0) change([...watched, ...more]);
}

export function unwatch(importId: string): void {
  if (watched.includes(importId)) change(watched.filter((id) => id !== importId));
}
