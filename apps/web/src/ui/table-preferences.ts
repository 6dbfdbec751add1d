import { useState } from 'react';
import type { Column } from './data-table-columns.ts';

export type Density = 'compact' | 'regular' | 'roomy';

export type TablePreferences = {
  density: Density;
  hiddenColumns: readonly string[];
  /** Optional columns somebody asked for. */
  shownColumns: readonly string[];
  /** Ids as somebody put them; columns that are not in it come after, in their own order. */
  order: readonly string[];
  /** Pixels of the columns somebody made wider or narrower. */
  widths: Readonly<Record<string, number>>;
};

const storageKey = (table: string) => `waggle.table.${table}`;
const initial: TablePreferences = { density: 'regular', hiddenColumns: [], shownColumns: [], order: [], widths: {} };

function stored(table: string): TablePreferences {
  try {
    const kept = JSON.parse(localStorage.getItem(storageKey(table)) ?? '{}') as Partial<TablePreferences>;
    return { ...initial, ...kept };
  } catch {
    // Unreadable or blocked storage only means the default look.
    return initial;
  }
}

/** Row height, columns, their order and their widths of one table, kept on this device. */
export function useTablePreferences(table: string) {
  const [preferences, setPreferences] = useState(() => stored(table));

  function change(next: Partial<TablePreferences>) {
    const merged = { ...preferences, ...next };
    setPreferences(merged);
    try {
      localStorage.setItem(storageKey(table), JSON.stringify(merged));
    } catch {
      // Without storage the choice lasts until the page is left.
    }
  }

  return [preferences, change] as const;
}

/** What a table leaves out; keep the result stable (useMemo). */
export const hiddenIn = <Row>(columns: readonly Column<Row>[], preferences: TablePreferences): string[] =>
  columns.filter((column) => !isShown(column, preferences)).map(({ id }) => id);

export const isShown = <Row>({ id, optional }: Column<Row>, { hiddenColumns, shownColumns }: TablePreferences) =>
  optional ? shownColumns.includes(id) : !hiddenColumns.includes(id);

export function turned<Row>({ id, optional }: Column<Row>, shown: boolean, preferences: TablePreferences) {
  const key = optional ? 'shownColumns' : 'hiddenColumns';
  const others = preferences[key].filter((one) => one !== id);
  return { [key]: shown === Boolean(optional) ? [...others, id] : others };
}

/** The column that names the row stays first; keep the result stable (useMemo). */
export function inOrder<Row>(columns: readonly Column<Row>[], { order }: TablePreferences): Column<Row>[] {
  const place = ({ id, primary }: Column<Row>) => {
    const at = order.indexOf(id);
    return primary ? -1 : at === -1 ? order.length : at;
  };
  return columns.toSorted((one, other) => place(one) - place(other));
}

/** The order with one column put before or behind another. */
export function movedTo(ids: readonly string[], id: string, to: number): string[] {
  const others = ids.filter((one) => one !== id);
  return others.toSpliced(Math.max(0, Math.min(to, others.length)), 0, id);
}
