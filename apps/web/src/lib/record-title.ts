import { useEffect, useSyncExternalStore } from 'react';

let record: string | undefined;
const listeners = new Set<() => void>();

function change(next: string | undefined) {
  record = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Names the open record in the document title, as long as the caller shows it. */
export function useRecordTitle(name: string | undefined) {
  useEffect(() => {
    change(name);
    return () => change(undefined);
  }, [name]);
}

export const useOpenRecord = () => useSyncExternalStore(subscribe, () => record);
