import { Columns3, Eye, EyeOff, GripVertical, Pin } from 'lucide-react';
import { useState, type KeyboardEvent } from 'react';
import { cx } from './class-names.ts';
import type { Column } from './data-table-columns.ts';
import { IconButton } from './icon-button.tsx';
import { Popover } from './popover.tsx';
import { SegmentedControl } from './segmented-control.tsx';
import { inOrder, isShown, movedTo, turned, type Density, type TablePreferences } from './table-preferences.ts';
import { useUiText } from './ui-text.tsx';

/** What the panel says; the feature that shows the table has the words. */
export type ColumnWords = {
  frozen: string;
  move: (column: string) => string;
  show: (column: string) => string;
  hide: (column: string) => string;
};

type TableOptionsProps<Row> = {
  /** Name of the button, e.g. "Columns". */
  label: string;
  words: ColumnWords;
  columns: readonly Column<Row>[];
  preferences: TablePreferences;
  onChange: (next: Partial<TablePreferences>) => void;
};

/** Which columns are shown and in which order, and how high rows are. */
export function TableOptions<Row>(props: TableOptionsProps<Row>) {
  const { label, words, columns, preferences, onChange } = props;
  const text = useUiText();
  const primary = columns.find((column) => column.primary);
  return (
    <Popover label={label} align="end" className="w-72" trigger={<IconButton label={label} icon={Columns3} />}>
      {primary && (
        <p className="flex h-8 items-center gap-2 pr-2 pl-7 text-sm text-muted">
          <span className="min-w-0 flex-1 truncate text-ink">{primary.header}</span>
          <span className="text-xs text-subtle">{words.frozen}</span>
          <Pin aria-hidden className="size-3.5 text-subtle" />
        </p>
      )}
      <ColumnList {...props} />
      <p className="mt-3 mb-1.5 border-t border-line pt-3 text-xs text-subtle">{text.density}</p>
      <SegmentedControl<Density>
        label={text.density}
        value={preferences.density}
        onValueChange={(density) => onChange({ density })}
        options={[
          { value: 'compact', label: text.densityCompact },
          { value: 'regular', label: text.densityRegular },
          { value: 'roomy', label: text.densityRoomy },
        ]}
      />
    </Popover>
  );
}

function ColumnList<Row>({ label, words, columns, preferences, onChange }: TableOptionsProps<Row>) {
  const [dragged, setDragged] = useState<string>();
  const movable = inOrder(columns, preferences).filter((column) => !column.primary && !column.hideHeader);
  const ids = movable.map(({ id }) => id);
  const move = (id: string, to: number) => onChange({ order: movedTo(ids, id, to) });
  return (
    <ul aria-label={label} className="max-h-80 overflow-y-auto">
      {movable.map((column, at) => (
        // The handle inside does the same by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
        <li
          key={column.id}
          draggable
          onDragStart={() => setDragged(column.id)}
          onDragEnd={() => setDragged(undefined)}
          onDragOver={(event) => {
            event.preventDefault();
            if (dragged !== undefined && dragged !== column.id) move(dragged, at);
          }}
          className={cx(
            'flex h-8 items-center gap-2 rounded-sm hover:bg-fill coarse:h-(--target-touch)',
            dragged === column.id && 'bg-fill opacity-70',
          )}
        >
          <MoveHandle name={words.move(column.header)} onMove={(step) => move(column.id, at + step)} />
          <span className="min-w-0 flex-1 truncate text-sm text-ink">{column.header}</span>
          <ShownButton
            shown={isShown(column, preferences)}
            name={words[isShown(column, preferences) ? 'hide' : 'show'](column.header)}
            onChange={(shown) => onChange(turned(column, shown, preferences))}
          />
        </li>
      ))}
    </ul>
  );
}

/** The pointer drags the whole line; the arrow keys move it from here. */
function MoveHandle({ name, onMove }: { name: string; onMove: (step: number) => void }) {
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    onMove(step);
  };
  return (
    <button
      type="button"
      aria-label={name}
      onKeyDown={onKeyDown}
      className="grid size-6 shrink-0 cursor-grab place-items-center rounded-xs text-subtle"
    >
      <GripVertical aria-hidden className="size-3.5" />
    </button>
  );
}

type ShownButtonProps = { shown: boolean; name: string; onChange: (shown: boolean) => void };

function ShownButton({ shown, name, onChange }: ShownButtonProps) {
  const Icon = shown ? Eye : EyeOff;
  return (
    <button
      type="button"
      aria-label={name}
      onClick={() => onChange(!shown)}
      className="grid size-7 shrink-0 place-items-center rounded-xs text-subtle hover:text-ink"
    >
      <Icon aria-hidden className={cx('size-4', !shown && 'text-faint')} />
    </button>
  );
}
