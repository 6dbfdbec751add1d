import { useSyncExternalStore } from 'react';

let text = '';
const listeners = new Set<() => void>();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Tells screen readers, politely, what changed in place. */
export function announce(next: string): void {
  // The same sentence twice would not be read again; a trailing space makes it new.
  text = next === text ? `${next} ` : next;
  for (const notify of listeners) notify();
}

export function Announcer() {
  const current = useSyncExternalStore(subscribe, () => text);
  return (
    <div aria-live="polite" aria-atomic className="sr-only">
      {current}
    </div>
  );
}
