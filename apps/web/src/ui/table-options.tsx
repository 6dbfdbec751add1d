import { Columns3 } from 'lucide-react';
import { useState } from 'react';
import type { Column } from './data-table-columns.ts';
import { IconButton } from './icon-button.tsx';
import { Menu, MenuCheckItem, MenuChoices, MenuLabel, MenuSeparator } from './menu.tsx';
import { useUiText } from './ui-text.tsx';

export type Density = 'compact' | 'regular' | 'roomy';

export type TablePreferences = { density: Density; hiddenColumns: readonly string[] };

const storageKey = (table: string) => `waggle.table.${table}`;
const initial: TablePreferences = { density: 'regular', hiddenColumns: [] };

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

type TableOptionsProps<Row> = {
  /** Name of the button, e.g. "Columns". */
  label: string;
  columns: readonly Column<Row>[];
  preferences: TablePreferences;
  onChange: (next: Partial<TablePreferences>) => void;
};

export function TableOptions<Row>({ label, columns, preferences, onChange }: TableOptionsProps<Row>) {
  const text = useUiText();
  const { density, hiddenColumns } = preferences;
  return (
    <Menu trigger={<IconButton label={label} icon={Columns3} />}>
      <MenuLabel>{label}</MenuLabel>
      {columns
        .filter((column) => !column.primary && !column.hideHeader)
        .map((column) => (
          <MenuCheckItem
            key={column.id}
            keepOpen
            checked={!hiddenColumns.includes(column.id)}
            onCheckedChange={(shown) =>
              onChange({
                hiddenColumns: shown ? hiddenColumns.filter((id) => id !== column.id) : [...hiddenColumns, column.id],
              })
            }
          >
            {column.header}
          </MenuCheckItem>
        ))}
      <MenuSeparator />
      <MenuLabel>{text.density}</MenuLabel>
      <MenuChoices
        value={density}
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
