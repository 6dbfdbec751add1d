import { useQuery } from '@tanstack/react-query';
import type { Tag } from '@waggle/contracts/tags';
import { Command } from 'cmdk';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { runMutation } from '#lib/run-mutation.ts';
import { toast } from '#ui/toast-store.ts';
import { tagChoicesQuery, useCreateTag } from '../queries.ts';
import { useNextColor } from './next-color.ts';

type PickedTag = Pick<Tag, 'id' | 'name' | 'color'>;

type TagPickerProps = {
  /** Tags that are not offered, because they are there already. */
  without?: readonly string[] | undefined;
  onPick: (tag: PickedTag) => void;
  /** Whose tags: a tag marks contacts of its own client only. Undefined offers all of them. */
  clientId?: string | null | undefined;
  /** Offers to make the tag that was typed and is not there. */
  mayCreate?: boolean | undefined;
};

const itemClass =
  'flex min-h-8 items-center gap-2.5 rounded-sm px-2.5 text-sm text-ink select-none data-[selected=true]:bg-fill coarse:min-h-(--target-touch)';

/** Type to find a tag; Enter takes it. */
export function TagPicker({ without = [], clientId, onPick, mayCreate = false }: TagPickerProps) {
  const { t } = useTranslation('contacts');
  const [typed, setTyped] = useState('');
  const { items, nameless } = useTagsFor(typed, { without, clientId });
  const create = useCreatePicked({ clientId, onPick });
  const name = typed.trim();

  return (
    <Command label={t('tags.pick')} shouldFilter={false} className="w-60">
      <Command.Input
        value={typed}
        onValueChange={setTyped}
        placeholder={t(mayCreate ? 'tags.findOrCreate' : 'tags.find')}
        className="h-(--control-md) w-full border-b border-line bg-transparent px-2.5 text-sm text-ink outline-none"
      />
      <Command.List className="max-h-64 overflow-y-auto pt-1">
        {items.map((tag) => (
          <Command.Item key={tag.id} value={tag.id} onSelect={() => onPick(tag)} className={itemClass}>
            <span aria-hidden className="size-2 shrink-0 rounded-full" style={{ background: tag.color }} />
            <span className="truncate">{tag.name}</span>
          </Command.Item>
        ))}
        {mayCreate && nameless && name !== '' && (
          <Command.Item
            value={`create ${name}`}
            disabled={create.isPending}
            onSelect={() => create.mutate(name)}
            className={itemClass}
          >
            <Plus aria-hidden className="size-4 text-subtle" />
            <span className="truncate">{t('tags.createNamed', { name })}</span>
          </Command.Item>
        )}
        {items.length === 0 && !(mayCreate && name !== '') && (
          <p className="px-2.5 py-3 text-sm text-subtle">{t('tags.noneToPick')}</p>
        )}
      </Command.List>
    </Command>
  );
}

/** With more tags than one call gives, the server looks for what was typed. */
function useTagsFor(
  typed: string,
  { without, clientId }: { without: readonly string[]; clientId: string | null | undefined },
) {
  const all = useQuery(tagChoicesQuery());
  const many = (all.data?.total ?? 0) > (all.data?.items.length ?? 0);
  const name = typed.trim().toLowerCase();
  const searched = useQuery({ ...tagChoicesQuery(name), enabled: many && name !== '' });
  const found = (many && name !== '' ? searched.data : all.data)?.items ?? [];
  const known = found.filter((tag) => clientId === undefined || tag.clientId === clientId);
  return {
    items: known.filter((tag) => tag.name.toLowerCase().includes(name) && !without.includes(tag.id)),
    nameless: !known.some((tag) => tag.name.toLowerCase() === name),
  };
}

function useCreatePicked({ clientId, onPick }: Pick<TagPickerProps, 'clientId' | 'onPick'>) {
  const { t } = useTranslation(['contacts', 'app']);
  const create = useCreateTag();
  const color = useNextColor();
  return {
    isPending: create.isPending,
    mutate: (name: string) =>
      runMutation(
        create,
        { name, color, ...(clientId !== undefined && { clientId }) },
        {
          onSuccess: onPick,
          onError: () => toast({ tone: 'error', title: t('app:error'), description: t('tags.createFailed') }),
        },
      ),
  };
}
