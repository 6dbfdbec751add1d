import { Columns3 } from 'lucide-react';
import { useState } from 'react';
import type { Column } from './data-table-columns.ts';
import { IconButton } from './icon-button.tsx';
import { Menu, MenuCheckItem, MenuChoices, MenuLabel, MenuSeparator } from './menu.tsx';
import { useUiText } from './ui-text.tsx';

export type Density = 'compact' | 'regular' | 'roomy';

export type TablePreferences = {
  density: Density;
  hiddenColumns: readonly string[];
  /** Optional columns somebody asked for. */
  shownColumns: readonly string[];
};

const storageKey = (table: string) => `waggle.table.${table}`;
const initial: TablePreferences = { density: 'regular', hiddenColumns: [], shownColumns: [] };

function stored(table: string): TablePreferences {
  try {
    const kept = JSON.parse(localStorage.getItem(storageKey(table)) ?? '{}') as Partial<TablePreferences>;
    return { ...initial, ...kept };
  } catch {
    // Unreadable or blocked storage only means the default look.
    return initial;
  }
}

/** Row height and hidden columns of one table, kept on this device. */
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
export const hiddenIn = <Row,>(columns: readonly Column<Row>[], preferences: TablePreferences): string[] =>
  columns.filter((column) => !isShown(column, preferences)).map(({ id }) => id);

const isShown = <Row,>({ id, optional }: Column<Row>, { hiddenColumns, shownColumns }: TablePreferences) =>
  optional ? shownColumns.includes(id) : !hiddenColumns.includes(id);

function turned<Row>({ id, optional }: Column<Row>, shown: boolean, preferences: TablePreferences) {
  const key = optional ? 'shownColumns' : 'hiddenColumns';
  const others = preferences[key].filter((one) => one !== id);
  return { [key]: shown === Boolean(optional) ? [...others, id] : others };
}

type TableOptionsProps<Row> = {
  /** Name of the button, e.g. "Columns". */
  label: string;
  columns: readonly Column<Row>[];
  preferences: TablePreferences;
  onChange: (next: Partial<TablePreferences>) => void;
};

export function TableOptions<Row>({ label, columns, preferences, onChange }: TableOptionsProps<Row>) {
  const text = useUiText();
  return (
    <Menu trigger={<IconButton label={label} icon={Columns3} />}>
      <MenuLabel>{label}</MenuLabel>
      {columns
        .filter((column) => !column.primary && !column.hideHeader)
        .map((column) => (
          <MenuCheckItem
            key={column.id}
            keepOpen
            checked={isShown(column, preferences)}
            onCheckedChange={(shown) => onChange(turned(column, shown, preferences))}
          >
            {column.header}
          </MenuCheckItem>
        ))}
      <MenuSeparator />
      <MenuLabel>{text.density}</MenuLabel>
      <MenuChoices
        value={preferences.density}
        onValueChange={(value) => onChange({ density: value as Density })}
        options={[
          { value: 'compact', label: text.densityCompact },
          { value: 'regular', label: text.densityRegular },
          { value: 'roomy', label: text.densityRoomy },
        ]}
      />
    </Menu>
  );
}
