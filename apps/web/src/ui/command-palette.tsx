import { Command } from 'cmdk';
import { Search } from 'lucide-react';
import * as Dialog from 'radix-ui/dialog';
import { useRef, type ReactNode } from 'react';
import { Highlight } from './highlight.tsx';
import type { Icon } from './icon.ts';
import { rememberOpener, returnFocus } from './layer-focus.ts';
import { Kbd } from './kbd.tsx';
import { shortcutText } from './shortcut-text.ts';
import { useUiText } from './ui-text.tsx';

export type PaletteItem = {
  id: string;
  label: string;
  icon?: Icon | undefined;
  /** Right side: counts, email, keys, or the plan a locked action needs. */
  detail?: ReactNode;
};

export type PaletteGroup = { heading: string; items: readonly PaletteItem[] };

type CommandPaletteProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  query: string;
  onQueryChange: (query: string) => void;
  /** Actions first, then records by type. Already filtered. */
  groups: readonly PaletteGroup[];
  onOpenItem: (item: PaletteItem, inNewTab: boolean) => void;
  loading?: boolean | undefined;
};

export function CommandPalette({ open, onOpenChange, ...rest }: CommandPaletteProps) {
  const text = useUiText();
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-(--z-palette) motion-scrim bg-scrim" />
        <div className="pointer-events-none fixed inset-0 z-(--z-palette) flex justify-center p-4 pt-[12vh] max-sm:p-2">
          <Dialog.Content
            aria-describedby={undefined}
            onOpenAutoFocus={rememberOpener}
            onCloseAutoFocus={returnFocus}
            className="pointer-events-auto motion-dialog h-fit w-full max-w-[600px] overflow-hidden rounded-xl border border-line-strong bg-raised shadow-xl"
          >
            <Dialog.Title className="sr-only">{text.paletteTitle}</Dialog.Title>
            <PaletteList {...rest} />
          </Dialog.Content>
        </div>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function PaletteList({
  query,
  onQueryChange,
  groups,
  onOpenItem,
  loading,
}: Omit<CommandPaletteProps, 'open' | 'onOpenChange'>) {
  const text = useUiText();
  // cmdk selects on Enter without telling which keys were down, so the keydown before it is remembered.
  const newTab = useRef(false);

  function openItem(item: PaletteItem) {
    onOpenItem(item, newTab.current);
    newTab.current = false;
  }

  return (
    <Command
      label={text.paletteTitle}
      shouldFilter={false}
      onKeyDown={(event) => (newTab.current = event.key === 'Enter' && (event.metaKey || event.ctrlKey))}
    >
      <div className="flex items-center gap-3 border-b border-line px-4">
        <Search aria-hidden className="size-4 text-subtle" />
        <Command.Input
          value={query}
          onValueChange={onQueryChange}
          placeholder={text.palettePlaceholder}
          className="h-12 min-w-0 flex-1 bg-transparent text-base text-ink outline-none max-lg:coarse:text-md"
        />
        <Kbd>{shortcutText('esc')}</Kbd>
      </div>
      <Command.List aria-busy={loading} className="max-h-[min(24rem,60vh)] scroll-py-2 overflow-y-auto p-2">
        {!loading && (
          <Command.Empty className="px-3 py-6 text-center text-sm text-subtle">{text.paletteEmpty}</Command.Empty>
        )}
        {groups.map((group) => (
          <Command.Group
            key={group.heading}
            heading={group.heading}
            className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-2xs [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-subtle"
          >
            {group.items.map((item) => (
              <PaletteRow key={item.id} item={item} query={query} onOpen={() => openItem(item)} />
            ))}
          </Command.Group>
        ))}
      </Command.List>
      <PaletteHints />
    </Command>
  );
}

function PaletteRow({ item, query, onOpen }: { item: PaletteItem; query: string; onOpen: () => void }) {
  const Icon = item.icon;
  return (
    <Command.Item
      value={item.id}
      onSelect={onOpen}
      className="flex min-h-9 items-center gap-2.5 rounded-md px-2.5 text-sm text-ink select-none data-[selected=true]:bg-fill coarse:min-h-(--target-touch)"
    >
      {Icon && <Icon aria-hidden className="size-4 text-subtle" />}
      <span className="min-w-0 flex-1 truncate">
        <Highlight text={item.label} match={query} />
      </span>
      {item.detail && <span className="shrink-0 text-xs text-subtle">{item.detail}</span>}
    </Command.Item>
  );
}

function PaletteHints() {
  const text = useUiText();
  return (
    <div aria-hidden className="flex gap-4 border-t border-line bg-sunken px-4 py-2 text-2xs text-subtle max-sm:hidden">
      <span className="flex items-center gap-1.5">
        <Kbd>{`${shortcutText('up')}${shortcutText('down')}`}</Kbd> {text.paletteMove}
      </span>
      <span className="flex items-center gap-1.5">
        <Kbd>{shortcutText('enter')}</Kbd> {text.paletteOpen}
      </span>
      <span className="flex items-center gap-1.5">
        <Kbd>{shortcutText('mod+enter')}</Kbd> {text.paletteNewTab}
      </span>
    </div>
  );
}
