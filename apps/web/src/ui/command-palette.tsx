import { Command } from 'cmdk';
import { Search, X } from 'lucide-react';
import * as Dialog from 'radix-ui/dialog';
import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import { Highlight } from './highlight.tsx';
import type { Icon } from './icon.ts';
import { rememberOpener, returnFocus } from './layer-focus.ts';
import { Kbd } from './kbd.tsx';
import { isMoving, narrowByKey, type Narrowing, useSelection } from './palette-selection.ts';
import { shortcutText } from './shortcut-text.ts';
import { useUiText } from './ui-text.tsx';

export type PaletteItem = {
  id: string;
  label: string;
  icon?: Icon | undefined;
  /** Instead of the icon, such as the initials of a person. */
  leading?: ReactNode;
  /** Beside the label, such as an email address. */
  hint?: string | undefined;
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
  /** The part of a label shown in bold, where it is not what was typed. */
  match?: string | undefined;
  /** Beside the input: how many were found. */
  count?: string | undefined;
  /** Above the groups. */
  notice?: ReactNode;
  narrowing?: Narrowing | undefined;
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
  match = query,
  count,
  notice,
  narrowing,
}: Omit<CommandPaletteProps, 'open' | 'onOpenChange'>) {
  const text = useUiText();
  const { selected, ...selecting } = useSelection(groups.flatMap(({ items }) => items.map(({ id }) => id)));
  // cmdk selects on Enter without telling which keys were down, so the keydown before it is remembered.
  const newTab = useRef(false);

  function type(typed: string) {
    selecting.reset();
    onQueryChange(typed);
  }

  function openItem(item: PaletteItem) {
    onOpenItem(item, newTab.current);
    newTab.current = false;
  }

  function onKeyDown(event: KeyboardEvent) {
    newTab.current = event.key === 'Enter' && (event.metaKey || event.ctrlKey);
    if (isMoving(event)) selecting.byHand();
    if (narrowing) narrowByKey(event, narrowing, { selected, isEmpty: query === '' });
  }

  return (
    <Command
      label={text.paletteTitle}
      shouldFilter={false}
      value={selected}
      onValueChange={selecting.onValueChange}
      onPointerMove={selecting.byHand}
      onKeyDown={onKeyDown}
    >
      <PaletteInput query={query} onQueryChange={type} count={count} narrowing={narrowing} />
      <Command.List aria-busy={loading} className="max-h-[min(30rem,60vh)] scroll-py-2 overflow-y-auto p-2">
        {notice}
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
              <PaletteRow key={item.id} item={item} match={match} onOpen={() => openItem(item)} />
            ))}
          </Command.Group>
        ))}
      </Command.List>
      <PaletteHints canNarrow={narrowing !== undefined} />
    </Command>
  );
}

type PaletteInputProps = Pick<CommandPaletteProps, 'query' | 'onQueryChange' | 'count' | 'narrowing'>;

function PaletteInput({ query, onQueryChange, count, narrowing }: PaletteInputProps) {
  const text = useUiText();
  return (
    <div className="flex items-center gap-3 border-b border-line px-4">
      <Search aria-hidden className="size-4 shrink-0 text-subtle" />
      {narrowing?.label && (
        <button
          type="button"
          tabIndex={-1}
          onClick={narrowing.widen}
          className="inline-flex shrink-0 items-center gap-1 rounded-sm bg-fill px-1.5 py-0.5 text-xs text-ink"
        >
          {narrowing.label}
          <X aria-hidden className="size-3" />
        </button>
      )}
      <Command.Input
        value={query}
        onValueChange={onQueryChange}
        placeholder={text.palettePlaceholder}
        className="h-12 min-w-0 flex-1 bg-transparent text-base text-ink outline-none max-lg:coarse:text-md"
      />
      {count && <span className="shrink-0 text-xs text-subtle">{count}</span>}
      <Kbd className="max-sm:hidden">{shortcutText('esc')}</Kbd>
    </div>
  );
}

function PaletteRow({ item, match, onOpen }: { item: PaletteItem; match: string; onOpen: () => void }) {
  const Icon = item.icon;
  return (
    <Command.Item
      value={item.id}
      onSelect={onOpen}
      className="flex min-h-9 items-center gap-2.5 rounded-md px-2.5 text-sm text-ink select-none data-[selected=true]:bg-fill coarse:min-h-(--target-touch)"
    >
      {item.leading ?? (Icon && <Icon aria-hidden className="mx-1 size-4 shrink-0 text-subtle" />)}
      <span className="min-w-0 flex-1 truncate">
        <Highlight text={item.label} match={match} />
        {item.hint && <span className="ms-2.5 text-xs text-muted">{item.hint}</span>}
      </span>
      {item.detail && <span className="shrink-0 text-xs text-subtle">{item.detail}</span>}
    </Command.Item>
  );
}

function PaletteHints({ canNarrow }: { canNarrow: boolean }) {
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
      {canNarrow && (
        <span className="flex items-center gap-1.5">
          <Kbd>Tab</Kbd> {text.paletteNarrow}
        </span>
      )}
    </div>
  );
}
