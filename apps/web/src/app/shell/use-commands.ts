import { useRouter } from '@tanstack/react-router';
import { CircleHelp, Keyboard, LogOut, Monitor, Moon, Sun } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useMissingPlan, useSavePreferences } from '#features/accounts/index.ts';
import { useBrand } from '#lib/brand.ts';
import type { PaletteItem } from '#ui/command-palette.tsx';
import { navItemsFor, paletteActionsFor } from '../registry.ts';
import { usePerson, type ShellState } from './shell-state.ts';
import { useLeave } from './user-block.tsx';

/** `run` for actions, `href` for pages, which can also open in a new tab. `kind` and the name of a record, to find it again. */
export type Command = PaletteItem & { run?: () => void; href?: string; kind?: string };
export type CommandGroup = { heading: string; items: Command[] };

/** Those of the group whose label has every word typed. */
export function matching({ heading, items }: CommandGroup, query: string): CommandGroup {
  const words = query.trim().toLowerCase().split(/\s+/u);
  return { heading, items: items.filter(({ label }) => words.every((word) => label.toLowerCase().includes(word))) };
}

/** What can be done and where one can go, whatever is typed. */
export function useCommands(shell: ShellState): CommandGroup[] {
  const { t } = useTranslation('shell');
  const router = useRouter();
  const person = usePerson();
  const app = useAppCommands(shell);
  const missingPlan = useMissingPlan();
  const brand = useBrand().name;

  const entries = paletteActionsFor(person).map(({ id, label, icon, keys, to, search, tiers, kind = 'action' }) => ({
    kind,
    command: {
      id,
      label: t(label),
      icon,
      detail: missingPlan(tiers) ?? keys?.toUpperCase(),
      href: router.buildLocation({ to, search: search ?? {} }).href,
    },
  }));
  const pages = navItemsFor(person).map((item) => ({
    id: item.to,
    label: t(item.label),
    icon: item.icon,
    detail: missingPlan(item.tiers) ?? `G ${item.key.toUpperCase()}`,
    href: router.buildLocation({ to: item.to }).href,
  }));
  const of = (wanted: 'action' | 'page') => entries.flatMap(({ kind, command }) => (kind === wanted ? [command] : []));

  return [
    { heading: t('palette.actions'), items: of('action') },
    { heading: t('palette.pages'), items: [...pages, ...of('page')] },
    { heading: t('palette.app', { brand }), items: app },
  ];
}

/** Help stays last, here as in the user menu. */
function useAppCommands(shell: ShellState): Command[] {
  const { t } = useTranslation('shell');
  const save = useSavePreferences();
  const leave = useLeave();
  return [
    { id: 'theme-light', label: t('palette.theme.light'), icon: Sun, run: () => save.mutate({ theme: 'light' }) },
    { id: 'theme-dark', label: t('palette.theme.dark'), icon: Moon, run: () => save.mutate({ theme: 'dark' }) },
    {
      id: 'theme-system',
      label: t('palette.theme.system'),
      icon: Monitor,
      run: () => save.mutate({ theme: 'system' }),
    },
    { id: 'logout', label: t('logout'), icon: LogOut, run: leave },
    { id: 'shortcuts', label: t('user.shortcuts'), icon: Keyboard, detail: '?', run: () => shell.open('shortcuts') },
    { id: 'help', label: t('user.help'), icon: CircleHelp, run: () => shell.open('help') },
  ];
}
