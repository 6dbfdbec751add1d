import type { Tag } from '@waggle/contracts/tags';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Popover } from '#ui/popover.tsx';
import { TagChip } from '#ui/tag-chip.tsx';
import { TagPicker } from '../tags/tag-picker.tsx';

type ChosenTag = Pick<Tag, 'id' | 'name' | 'color'>;
type FileTagsProps = {
  tags: readonly ChosenTag[];
  /** Whose contacts they become. */
  clientId: string | null;
  onChange: (tags: ChosenTag[]) => void;
};

/** The contract's bound. */
const mostTags = 20;

/** Tags for everybody in the file. */
export function FileTags({ tags, clientId, onChange }: FileTagsProps) {
  const { t } = useTranslation('contacts-import');
  const [open, setOpen] = useState(false);
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
          <TagPicker
            mayCreate
            clientId={clientId}
            without={tags.map(({ id }) => id)}
            onPick={({ id, name, color }) => {
              onChange([...tags, { id, name, color }]);
              setOpen(false);
            }}
          />
        </Popover>
      )}
    </div>
  );
}
