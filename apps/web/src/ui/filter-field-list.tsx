import { Command } from 'cmdk';
import { useState } from 'react';
import type { Icon } from './icon.ts';
import { useUiText } from './ui-text.tsx';

export type FilterField = {
  id: string;
  label: string;
  /** Heading the field is listed under, e.g. "Properties". */
  group: string;
  icon?: Icon | undefined;
};

/** 0 the whole label, 1 its beginning, 2 that of a word in it, 3 anything inside; undefined where it is not found. */
function rankOf(label: string, typed: string): number | undefined {
  const text = label.toLowerCase();
  if (!text.includes(typed)) return undefined;
  if (text.startsWith(typed)) return text === typed ? 0 : 1;
  return text.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(typed)) ? 2 : 3;
}

/** The best match first, whatever group it is of: Enter takes it. */
export function rankedFields(fields: readonly FilterField[], typed: string): FilterField[] {
  const wanted = typed.trim().toLowerCase();
  return fields
    .flatMap((field) => {
      const rank = rankOf(field.label, wanted);
      return rank === undefined ? [] : { field, rank };
    })
    .sort((one, other) => one.rank - other.rank)
    .map(({ field }) => field);
}

type FilterFieldListProps = { fields: readonly FilterField[]; onPick: (fieldId: string) => void };

export function FilterFieldList({ fields, onPick }: FilterFieldListProps) {
  const text = useUiText();
  const [typed, setTyped] = useState('');
  const found = rankedFields(fields, typed);
  const groups = Map.groupBy(found, (field) => field.group);
  return (
    <Command label={text.addFilter} shouldFilter={false} className="w-60">
      <Command.Input
        value={typed}
        onValueChange={setTyped}
        placeholder={text.searchFields}
        className="h-(--control-md) w-full border-b border-line bg-transparent px-2.5 text-sm text-ink outline-none"
      />
      <Command.List className="max-h-72 overflow-y-auto pt-1">
        {found.length === 0 && <p className="px-2.5 py-3 text-sm text-subtle">{text.noFieldsFound}</p>}
        {[...groups].map(([group, members]) => (
          <Command.Group
            key={group}
            heading={group}
            className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-2xs [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-subtle"
          >
            {members.map(({ id, label, icon: Icon }) => (
              <Command.Item
                key={id}
                value={id}
                onSelect={() => onPick(id)}
                className="flex min-h-8 items-center gap-2.5 rounded-sm px-2.5 text-sm text-ink select-none data-[selected=true]:bg-fill coarse:min-h-(--target-touch)"
              >
                {Icon && <Icon aria-hidden className="size-4 text-subtle" />}
                {label}
              </Command.Item>
            ))}
          </Command.Group>
        ))}
      </Command.List>
    </Command>
  );
}
