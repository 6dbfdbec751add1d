import { useSyncExternalStore } from 'react';

export type ToastTone = 'neutral' | 'success' | 'error' | 'info';

export type ToastInput = {
  title: string;
  description?: string | undefined;
  tone?: ToastTone | undefined;
  /** `undo` also answers Ctrl/Cmd+Z while the toast shows. */
  action?: { label: string; onAction: () => void; undo?: boolean | undefined } | undefined;
  /** Milliseconds; 5000 by default, errors stay until dismissed. */
  duration?: number | undefined;
};

export type ToastEntry = ToastInput & { id: number; open: boolean };

/** Long enough for the exit animation. */
const EXIT_MS = 250;

let entries: readonly ToastEntry[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: readonly ToastEntry[]) {
  entries = next;
  for (const listener of listeners) listener();
}

/**
 * Shows a toast from any code and returns its id. One is visible at a time: the newest takes the place;
 * an error it displaces comes back afterwards, because errors stay until dismissed.
 */
export function toast(input: ToastInput) {
  const id = ++lastId;
  const kept = entries.filter((entry) => entry.open && entry.tone === 'error');
  change([...kept, { ...input, id, open: true }]);
  return id;
}

export function dismissToast(id: number) {
  if (!entries.some((entry) => entry.id === id && entry.open)) return;
  change(entries.map((entry) => (entry.id === id ? { ...entry, open: false } : entry)));
  setTimeout(() => change(entries.filter((entry) => entry.id !== id)), EXIT_MS);
}

export function dismissAllToasts() {
  change([]);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useVisibleToast = () => useSyncExternalStore(subscribe, () => entries.at(-1));
