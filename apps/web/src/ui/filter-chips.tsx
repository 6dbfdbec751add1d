import { Plus, X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { cx } from './class-names.ts';
import { FilterFieldList, type FilterField } from './filter-field-list.tsx';
import { Popover } from './popover.tsx';
import { useUiText } from './ui-text.tsx';

export type Filter = {
  id: string;
  /** Names as shown: "Client", "is any of", "3 clients". */
  field: string;
  operator: string;
  value: string;
};

/** Receives `close`, to shut the popover once something is picked. */
type Editor = (filter: Filter, close: () => void) => ReactNode;

type FilterChipsProps = {
  filters: readonly Filter[];
  fields: readonly FilterField[];
  onAdd: (fieldId: string) => void;
  onRemove: (filterId: string) => void;
  /** Content of the popover behind each part. Without one the part is plain text. */
  editField?: Editor | undefined;
  editOperator?: Editor | undefined;
  editValue?: Editor | undefined;
  /** The filter whose value popover starts open, right after adding. */
  justAdded?: string | undefined;
  className?: string | undefined;
};

export function FilterChips({ filters, fields, onAdd, onRemove, className, ...rest }: FilterChipsProps) {
  return (
    <div className={cx('flex flex-wrap items-center gap-2', className)}>
      {filters.map((filter) => (
        <FilterChip key={filter.id} filter={filter} onRemove={() => onRemove(filter.id)} {...rest} />
      ))}
      {fields.length > 0 && <AddFilter fields={fields} onAdd={onAdd} />}
    </div>
  );
}

type FilterChipProps = Pick<FilterChipsProps, 'editField' | 'editOperator' | 'editValue' | 'justAdded'> & {
  filter: Filter;
  onRemove: () => void;
};

const partClass =
  'h-full px-2 whitespace-nowrap not-first:border-l not-first:border-line-strong first:rounded-l-[5px] focus-visible:-outline-offset-2';

function FilterChip({ filter, onRemove, editField, editOperator, editValue, justAdded }: FilterChipProps) {
  const text = useUiText();
  const { field, operator, value } = filter;
  return (
    <span className="inline-flex h-(--control-sm) max-w-full items-center overflow-hidden rounded-sm border border-line-strong bg-surface text-xs shadow-xs">
      <ChipPart filter={filter} edit={editField} name={field} className="text-muted">
        {field}
      </ChipPart>
      <ChipPart
        filter={filter}
        edit={editOperator}
        name={text.filterPart(field, 'operator', operator)}
        className="text-muted"
      >
        {operator}
      </ChipPart>
      <ChipPart
        filter={filter}
        edit={editValue}
        startOpen={justAdded === filter.id}
        name={text.filterPart(field, 'value', value)}
        className="truncate font-semibold text-ink"
      >
        {value}
      </ChipPart>
      <button
        type="button"
        aria-label={text.removeFilter(field)}
        onClick={onRemove}
        className={cx(
          partClass,
          'grid place-items-center px-1.5! coarse:px-3! text-subtle hover:bg-fill hover:text-ink',
        )}
      >
        <X aria-hidden className="size-3.5" />
      </button>
    </span>
  );
}

type ChipPartProps = {
  filter: Filter;
  edit: Editor | undefined;
  name: string;
  startOpen?: boolean | undefined;
  className: string;
  children: ReactNode;
};

function ChipPart({ filter, edit, name, startOpen = false, className, children }: ChipPartProps) {
  const [open, setOpen] = useState(startOpen);
  if (!edit) return <span className={cx(partClass, 'flex items-center', className)}>{children}</span>;
  return (
    <Popover
      label={name}
      open={open}
      onOpenChange={setOpen}
      trigger={
        <button
          type="button"
          aria-label={name}
          className={cx(partClass, 'hover:bg-fill data-[state=open]:bg-fill', className)}
        >
          {children}
        </button>
      }
    >
      {edit(filter, () => setOpen(false))}
    </Popover>
  );
}

function AddFilter({ fields, onAdd }: Pick<FilterChipsProps, 'fields' | 'onAdd'>) {
  const text = useUiText();
  const [open, setOpen] = useState(false);
  return (
    <Popover
      label={text.addFilter}
      flush
      open={open}
      onOpenChange={setOpen}
      trigger={
        <button
          type="button"
          className="inline-flex h-(--control-sm) items-center gap-1.5 rounded-sm border border-dashed border-line-strong px-2.5 text-xs font-medium text-muted hover:bg-fill hover:text-ink"
        >
          <Plus aria-hidden className="size-3.5" />
          {text.addFilter}
        </button>
      }
    >
      <FilterFieldList
        fields={fields}
        onPick={(fieldId) => {
          setOpen(false);
          onAdd(fieldId);
        }}
      />
    </Popover>
  );
}
