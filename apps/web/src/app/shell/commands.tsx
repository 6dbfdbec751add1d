import { useRouter } from '@tanstack/react-router';
import { SpellCheck } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { useUser } from '#features/accounts/index.ts';
import { noteRecent } from '#lib/recent.ts';
import { CommandPalette, type PaletteItem } from '#ui/command-palette.tsx';
import { recordSearchesFor } from '../registry.ts';
import { useClientCommands, useRecentCommands, useRecordCommands } from './record-commands.tsx';
import { usePerson, type ShellState } from './shell-state.ts';
import { type CommandGroup, matching, useCommands } from './use-commands.ts';
import { useFoundRecords } from './use-found-records.ts';

/** Finds records, what can be done, and where one can go. */
export function Commands({ shell }: { shell: ShellState }) {
  const { t } = useTranslation('shell');
  const [query, setQuery] = useState('');
  const [only, setOnly] = useState<string>();
  const found = useFoundRecords(query, only);
  const records = useRecordCommands(found.groups);
  const fixed = useFixedGroups(shell, query, found.search);
  const groups = (only === undefined ? [...records, ...fixed] : records).filter(({ items }) => items.length > 0);
  const openItem = useOpenItem(shell, groups);
  const searches = recordSearchesFor(usePerson());
  const heading = searches.find(({ kind }) => kind === only)?.heading;
  const count = groups.reduce((sum, { items }) => sum + items.length, 0);

  return (
    <CommandPalette
      open
      onOpenChange={(open) => !open && shell.close()}
      query={query}
      onQueryChange={setQuery}
      groups={groups}
      onOpenItem={openItem}
      loading={found.isLoading}
      match={found.searchedFor ?? query}
      count={query.trim() === '' || found.isLoading ? undefined : t('palette.found', { count })}
      notice={<Notice words={found.searchedFor} isFailed={found.isFailed} />}
      narrowing={{
        label: heading && t(heading),
        narrowTo: (itemId) => setOnly(searches.find(({ kind }) => itemId.startsWith(`${kind} `))?.kind),
        widen: () => setOnly(undefined),
      }}
    />
  );
}

function useFixedGroups(shell: ShellState, query: string, search: string): CommandGroup[] {
  const recent = useRecentCommands(query);
  const clients = useClientCommands(search);
  const commands = useCommands(shell);
  return [recent, clients, ...commands.map((group) => matching(group, query))];
}

function useOpenItem(shell: ShellState, groups: readonly CommandGroup[]) {
  const router = useRouter();
  const { id: userId } = useUser();
  return ({ id }: PaletteItem, inNewTab: boolean) => {
    const command = groups.flatMap(({ items }) => items).find((item) => item.id === id);
    if (!command) return;
    const { kind, label, href } = command;
    if (kind && href) noteRecent(userId, { kind, id: id.slice(kind.length + 1), label, href });
    if (href && inNewTab) window.open(href, '_blank', 'noopener');
    else {
      shell.close();
      if (href) router.history.push(href);
      command.run?.();
    }
  };
}

function Notice({ words, isFailed }: { words: string | null | undefined; isFailed: boolean }): ReactNode {
  const { t } = useTranslation('shell');
  if (isFailed)
    return (
      <p role="alert" className="px-2.5 py-1.5 text-xs text-danger-text">
        {t('palette.failed')}
      </p>
    );
  if (!words) return null;
  return (
    <p className="flex items-center gap-2.5 px-2.5 py-1.5 text-xs text-muted">
      <SpellCheck aria-hidden className="size-3.5 shrink-0" />
      <span>
        <Trans
          t={t}
          i18nKey="palette.similar"
          values={{ words }}
          components={{ b: <strong className="font-semibold text-ink" /> }}
        />
      </span>
    </p>
  );
}
