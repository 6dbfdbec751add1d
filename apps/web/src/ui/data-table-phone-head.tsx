import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import { Button } from './button.tsx';
import type { Column, Sort } from './data-table-columns.ts';
import { Menu, MenuChoices } from './menu.tsx';
import { useUiText } from './ui-text.tsx';
import type { BulkSelection } from './use-bulk-selection.ts';

type DataTablePhoneHeadProps<Row> = {
  columns: readonly Column<Row>[];
  sort?: Sort | undefined;
  onSortChange?: ((sort: Sort) => void) | undefined;
  selection?: BulkSelection | undefined;
  choosing: boolean;
  onChoosing: (on: boolean) => void;
};

/** What the head of a table offers, where there is none: the order, and choosing rows without a long press. */
export function DataTablePhoneHead<Row>(props: DataTablePhoneHeadProps<Row>) {
  const { columns, sort, onSortChange, selection, choosing, onChoosing } = props;
  const text = useUiText();
  const sortable = columns.filter((column) => column.sortable);
  const canSort = onSortChange !== undefined && sortable.length > 0;
  if (!canSort && !selection) return null;
  return (
    <div className="flex min-h-11 items-center gap-2 border-b border-line px-2">
      {canSort && <SortMenu sortable={sortable} sort={sort} onSortChange={onSortChange} />}
      {selection && (
        <Button variant="ghost" size="sm" className="ml-auto" onClick={() => onChoosing(!choosing)}>
          {choosing ? text.done : text.select}
        </Button>
      )}
    </div>
  );
}

type SortMenuProps<Row> = {
  sortable: readonly Column<Row>[];
  sort: Sort | undefined;
  onSortChange: (sort: Sort) => void;
};

/** Choosing the order that stands turns it around. */
function SortMenu<Row>({ sortable, sort, onSortChange }: SortMenuProps<Row>) {
  const text = useUiText();
  const current = sortable.find(({ id }) => id === sort?.column);
  const Direction = sort?.direction === 'desc' ? ArrowDown : ArrowUp;
  const choose = (column: string) =>
    onSortChange({
      column,
      direction: column === sort?.column && sort.direction === 'asc' ? 'desc' : 'asc',
    });
  return (
    <Menu
      align="start"
      trigger={
        <Button variant="ghost" size="sm" icon={current ? Direction : ArrowUpDown}>
          {current ? text.sortedBy(current.header) : text.sort}
        </Button>
      }
    >
      <MenuChoices
        value={current?.id ?? ''}
        onValueChange={choose}
        options={sortable.map(({ id, header }) => ({ value: id, label: header }))}
      />
    </Menu>
  );
}
