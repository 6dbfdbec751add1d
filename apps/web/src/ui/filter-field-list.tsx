import { Command } from 'cmdk';
import type { Icon } from './icon.ts';
import { useUiText } from './ui-text.tsx';

export type FilterField = {
  id: string;
  label: string;
  /** Heading the field is listed under, e.g. "Properties". */
  group: string;
  icon?: Icon | undefined;
};

type FilterFieldListProps = { fields: readonly FilterField[]; onPick: (fieldId: string) => void };

export function FilterFieldList({ fields, onPick }: FilterFieldListProps) {
  const text = useUiText();
  const groups = Map.groupBy(fields, (field) => field.group);
  return (
    <Command label={text.addFilter} className="w-60">
      <Command.Input
        placeholder={text.searchFields}
        className="h-(--control-md) w-full border-b border-line bg-transparent px-2.5 text-sm text-ink outline-none"
      />
      <Command.List className="max-h-72 overflow-y-auto pt-1">
        <Command.Empty className="px-2.5 py-3 text-sm text-subtle">{text.noFieldsFound}</Command.Empty>
        {[...groups].map(([group, members]) => (
          <Command.Group
            key={group}
            heading={group}
            className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-2xs [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-subtle"
          >
            {members.map(({ id, label, icon: Icon }) => (
              <Command.Item
                key={id}
                value={`${label} ${id}`}
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
