import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { organizationQuery, useUser } from '#features/accounts/index.ts';
import { useShortcuts, type Shortcuts } from '#lib/shortcuts.ts';
import { stored } from '#lib/stored.ts';
import type { Person } from '#lib/registry.ts';
import { navItemsFor, paletteActionsFor } from '../registry.ts';

type Layer = 'palette' | 'shortcuts' | 'help';

export type ShellState = ReturnType<typeof useShell>;

let layer: Layer | undefined;
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
function show(next: Layer | undefined) {
  layer = next;
  for (const notify of listeners) notify();
}

export const openPalette = () => show('palette');

export function usePerson(): Person {
  const { role, sellsPlans } = useUser();
  const organization = useQuery(organizationQuery);
  return { role, organizationType: organization.data?.type, sellsPlans };
}

/** One layer at a time; the slide-over closes by itself when the address changes. */
export function useShell() {
  const [rail, setRail] = useState(() => stored.read('sidebar') === 'rail');
  const [menuPath, setMenuPath] = useState<string>();
  const current = useSyncExternalStore(subscribe, () => layer);
  const path = useRouterState({ select: (state) => state.location.pathname });
  const setMenuOpen = (open: boolean) => setMenuPath(open ? path : undefined);

  const toggleRail = () => {
    stored.write('sidebar', rail ? undefined : 'rail');
    setRail(!rail);
  };
  const open = (next: Layer) => {
    setMenuOpen(false);
    show(next);
  };
  useShellShortcuts({ '[': toggleRail, '?': () => open('shortcuts'), 'mod+k': () => open('palette') });

  return {
    rail,
    toggleRail,
    menuOpen: menuPath === path,
    setMenuOpen,
    layer: current,
    open,
    close: () => show(undefined),
  };
}

function useShellShortcuts(own: Shortcuts) {
  const navigate = useNavigate();
  const person = usePerson();
  const shortcuts = { ...own };
  for (const item of navItemsFor(person)) shortcuts[`g ${item.key}`] = () => void navigate({ to: item.to });
  for (const { keys, to, search } of paletteActionsFor(person)) {
    if (keys) shortcuts[keys] = () => void navigate({ to, search: search ?? {} });
  }
  useShortcuts(shortcuts);
}
