import { themes } from '@waggle/contracts/fields';
import { useSyncExternalStore } from 'react';
import { stored } from './stored.ts';

export type Theme = (typeof themes)[number];

const listeners = new Set<() => void>();

export function currentTheme(): Theme {
  const kept = stored.read('theme');
  return themes.find((theme) => theme === kept) ?? 'system';
}

/** `theme.js` does the same before first paint; without the attribute the operating system decides. */
export function applyTheme(theme: Theme): void {
  stored.write('theme', theme);
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  for (const notify of listeners) notify();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useTheme = (): Theme => useSyncExternalStore(subscribe, currentTheme);
