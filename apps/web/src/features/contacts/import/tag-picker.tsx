import { useQuery } from '@tanstack/react-query';
import type { Tag } from '@waggle/contracts/tags';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '#lib/problem-text.ts';
import { Popover } from '#ui/popover.tsx';
import { SearchInput } from '#ui/search-input.tsx';
import { TagChip } from '#ui/tag-chip.tsx';
import { toast } from '#ui/toast-store.ts';
import { tagChoicesQuery, useCreateTag } from './queries.ts';

type ChosenTag = Pick<Tag, 'id' | 'name' | 'color'>;
type TagPickerProps = { tags: readonly ChosenTag[]; onChange: (tags: ChosenTag[]) => void };

/** The contract's bound. */
const mostTags = 20;

export function TagPicker({ tags, onChange }: TagPickerProps) {
  const { t } = useTranslation('contacts-import');
  const [open, setOpen] = useState(false);
  const add = ({ id, name, color }: Tag) => {
    onChange([...tags, { id, name, color }]);
    setOpen(false);
  };
  return (
    <div className="flex min-h-(--control-md) flex-wrap items-center gap-1.5">
      {tags.map(({ id, name, color }) => (
        <TagChip
          key={id}
          name={name}
          color={color}
          className="h-7!"
          removeLabel={t('match.removeTag', { name })}
          onRemove={() => onChange(tags.filter((tag) => tag.id !== id))}
        />
      ))}
      {tags.length < mostTags && (
        <Popover
          label={t('match.findTag')}
          open={open}
          onOpenChange={setOpen}
          flush
          className="w-64"
          trigger={
            <button
              type="button"
              className="inline-flex h-7 items-center gap-1.5 rounded-sm border border-dashed border-line-strong px-2 text-xs text-muted hover:bg-fill hover:text-ink coarse:h-(--target-touch)"
            >
              <Plus aria-hidden className="size-3.5" />
              {t('match.addTag')}
            </button>
          }
        >
          <TagChoices taken={tags} onAdd={add} />
        </Popover>
      )}
    </div>
  );
}

const itemClass =
  'flex min-h-8 w-full items-center gap-2.5 rounded-sm px-2.5 py-1.5 text-left text-sm text-ink hover:bg-fill focus-visible:-outline-offset-2 coarse:min-h-(--target-touch)';

function TagChoices({ taken, onAdd }: { taken: readonly ChosenTag[]; onAdd: (tag: Tag) => void }) {
  const { t } = useTranslation('contacts-import');
  const [search, setSearch] = useState('');
  const found = useQuery(tagChoicesQuery(search));
  const create = useCreateTag();
  const items = (found.data?.items ?? []).filter(({ id }) => !taken.some((tag) => tag.id === id));
  const name = search.trim();
  const known = [...items, ...taken].some((tag) => tag.name.toLowerCase() === name.toLowerCase());
  const make = () =>
    create.mutate(name, {
      onSuccess: onAdd,
      onError: (error) => toast({ tone: 'error', title: t('error'), description: problemText(error) }),
    });
  return (
    <>
      <SearchInput
        label={t('match.findTag')}
        placeholder={t('match.findTag')}
        value={search}
        onValueChange={setSearch}
        hotkey={false}
        className="mb-1"
      />
      <ul className="max-h-56 overflow-y-auto">
        {items.map((tag) => (
          <li key={tag.id}>
            <button type="button" className={itemClass} onClick={() => onAdd(tag)}>
              <span aria-hidden className="size-1.75 shrink-0 rounded-full" style={{ background: tag.color }} />
              <span className="truncate">{tag.name}</span>
            </button>
          </li>
        ))}
        {name && !known && found.data && (
          <li>
            <button type="button" className={itemClass} onClick={make} aria-busy={create.isPending}>
              <Plus aria-hidden className="size-3.5 text-subtle" />
              <span className="truncate">{t('match.createTag', { name })}</span>
            </button>
          </li>
        )}
      </ul>
      {!name && items.length === 0 && found.data && (
        <p className="px-2.5 py-2 text-xs text-subtle">{t('match.noTags')}</p>
      )}
    </>
  );
}
