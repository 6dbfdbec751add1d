import { useEffect, useRef, useSyncExternalStore } from 'react';
import { stored } from './stored.ts';

/** `g o` is a sequence, `mod+k` holds Ctrl or Cmd, anything else is the key itself. */
export type Shortcuts = Record<string, () => void>;

/** How long the first key of a sequence waits for the second. */
const sequenceMs = 1200;
const listeners = new Set<() => void>();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const singleKeysOn = () => stored.read('shortcuts') !== 'off';
export const useSingleKeys = (): boolean => useSyncExternalStore(subscribe, singleKeysOn);

export function setSingleKeys(on: boolean): void {
  stored.write('shortcuts', on ? undefined : 'off');
  for (const notify of listeners) notify();
}

export function useShortcuts(shortcuts: Shortcuts): void {
  const current = useRef(shortcuts);
  useEffect(() => {
    current.current = shortcuts;
  });

  useEffect(() => {
    let first: { key: string; at: number } | undefined;

    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.isComposing) return;
      const pressed = nameOf(event);
      if (!pressed.startsWith('mod+') && (!singleKeysOn() || isBusyElsewhere(event))) return;

      const waited = first && event.timeStamp - first.at < sequenceMs ? first.key : undefined;
      const run = (waited && current.current[`${waited} ${pressed}`]) ?? current.current[pressed];
      first = { key: pressed, at: event.timeStamp };
      if (!run) return;
      first = undefined;
      event.preventDefault();
      run();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

const nameOf = (event: KeyboardEvent) =>
  event.ctrlKey || event.metaKey ? `mod+${event.key.toLowerCase()}` : event.key.toLowerCase();

/** Somebody types, or a layer is open that the shortcut would act behind. */
function isBusyElsewhere(event: KeyboardEvent): boolean {
  const { target } = event;
  const typing =
    target instanceof Element && target.closest('input, textarea, select, [contenteditable=true], [role=combobox]');
  return Boolean(typing || document.querySelector('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]'));
}
