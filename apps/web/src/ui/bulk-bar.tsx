import { X } from 'lucide-react';
import { useEffect, type ComponentProps, type ReactNode } from 'react';
import { cx } from './class-names.ts';
import type { Icon } from './icon.ts';
import type { BulkSelection } from './use-bulk-selection.ts';
import { useUiText } from './ui-text.tsx';

type BulkBarProps = {
  selection: BulkSelection;
  /** How many match in all. */
  total: number;
  /** Off where only what is on screen may be chosen. */
  canSelectAll?: boolean | undefined;
  /** `BulkAction`s. */
  children: ReactNode;
};

const itemClass =
  'flex h-8 shrink-0 items-center gap-2 rounded-sm px-2 text-sm whitespace-nowrap hover:bg-[color-mix(in_oklab,var(--text-inverse)_12%,transparent)] focus-visible:outline-on-inverse focus-visible:-outline-offset-2 coarse:h-(--target-touch)';

export function BulkBar({ selection, total, canSelectAll = true, children }: BulkBarProps) {
  const text = useUiText();
  const count = selection.count(total);
  useEscape(count > 0, selection.clear);
  if (count === 0) return null;

  return (
    <div
      role="toolbar"
      aria-label={text.bulkActions}
      className="flex max-w-full animate-[rise-in_var(--duration-base)_var(--ease-out)] items-center gap-1 overflow-x-auto rounded-lg bg-inverse py-1.5 pr-1.5 pl-3.5 text-on-inverse shadow-xl"
    >
      <span aria-live="polite" className="shrink-0 text-sm font-semibold whitespace-nowrap">
        {text.selected(count)}
      </span>
      {canSelectAll && count < total && (
        <button type="button" onClick={selection.selectAll} className={cx(itemClass, 'inverse-accent font-[550]')}>
          {text.selectAll(total)}
        </button>
      )}
      <Divider />
      {children}
      <Divider />
      <button type="button" aria-label={text.clearSelection} onClick={selection.clear} className={itemClass}>
        <X aria-hidden className="size-4" />
      </button>
    </div>
  );
}

type BulkActionProps = ComponentProps<'button'> & { icon?: Icon | undefined; danger?: boolean | undefined };

/** Also the trigger of a menu or popover. */
export function BulkAction({ icon: Icon, danger, children, ...rest }: BulkActionProps) {
  return (
    <button {...rest} type="button" className={cx(itemClass, danger && 'inverse-error')}>
      {Icon && <Icon aria-hidden className="size-4" />}
      {children}
    </button>
  );
}

const Divider = () => (
  <span aria-hidden className="mx-1 h-5 w-px shrink-0 bg-[color-mix(in_oklab,var(--text-inverse)_20%,transparent)]" />
);

function useEscape(active: boolean, onEscape: () => void) {
  useEffect(() => {
    if (!active) return undefined;
    const onKey = (event: KeyboardEvent) => {
      // An open layer takes Esc first and marks the event as handled.
      if (event.key === 'Escape' && !event.defaultPrevented) onEscape();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [active, onEscape]);
}
