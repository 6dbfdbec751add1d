import type { RefObject } from 'react';
import { useShortcuts } from '#lib/shortcuts.ts';

type RowActions = {
  /** Holds the rows. */
  area: RefObject<HTMLElement | null>;
  onSelect?: ((id: string) => void) | undefined;
  onEdit?: ((id: string) => void) | undefined;
  onDelete?: ((id: string) => void) | undefined;
};

/** j and k move through the rows, x selects, e edits, Backspace deletes; Enter opens, as the row's button does. */
export function useRowKeys({ area, onSelect, onEdit, onDelete }: RowActions): void {
  const rows = () => [...(area.current?.querySelectorAll<HTMLElement>('[data-row-id]') ?? [])];
  const focused = () => document.activeElement?.closest<HTMLElement>('[data-row-id]') ?? undefined;

  const step = (by: 1 | -1) => {
    const all = rows();
    const now = focused();
    const next = now ? all[all.indexOf(now) + by] : all.at(by === 1 ? 0 : -1);
    next?.querySelector<HTMLElement>('td button')?.focus();
    next?.scrollIntoView({ block: 'nearest' });
  };
  const on = (fn: ((id: string) => void) | undefined) => () => {
    const id = focused()?.dataset.rowId;
    if (id) fn?.(id);
  };
  useShortcuts({
    j: () => step(1),
    k: () => step(-1),
    x: on(onSelect),
    e: on(onEdit),
    backspace: on(onDelete),
  });
}
