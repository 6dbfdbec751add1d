import { formLimits } from '@waggle/contracts/form-definition';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { problemText } from '#lib/problem-text.ts';
import { runMutation } from '#lib/run-mutation.ts';
import { Button } from '#ui/button.tsx';
import { Popover } from '#ui/popover.tsx';
import { TagChip } from '#ui/tag-chip.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { toast } from '#ui/toast-store.ts';
import { useCreateTag, useTags } from './queries.ts';

type TagsFieldProps = {
  label: string;
  tagIds: readonly string[];
  /** A tag marks contacts of its own client only. */
  clientId: string | null;
  readOnly: boolean;
  onChange: (tagIds: string[]) => void;
};

/** The tags people get, and what adds one more. */
export function TagsField({ label, tagIds, clientId, readOnly, onChange }: TagsFieldProps) {
  const { t } = useTranslation('form-builder');
  const { tags } = useTags(clientId);
  const chosen = tagIds.map(
    (id) => tags.find((tag) => tag.id === id) ?? { id, name: t('tags.gone'), color: '#888888' },
  );
  return (
    <div role="group" aria-label={label} className="flex flex-wrap items-center gap-1.5">
      {chosen.map(({ id, name, color }) => (
        <TagChip
          key={id}
          name={name}
          color={color}
          removeLabel={t('tags.remove', { name })}
          onRemove={readOnly ? undefined : () => onChange(tagIds.filter((one) => one !== id))}
        />
      ))}
      {tagIds.length === 0 && readOnly && <span className="text-sm text-subtle">{t('tags.none')}</span>}
      {!readOnly && tagIds.length < formLimits.tags && (
        <AddTag label={label} without={tagIds} clientId={clientId} onPick={(id) => onChange([...tagIds, id])} />
      )}
    </div>
  );
}

type AddTagProps = {
  label: string;
  without: readonly string[];
  clientId: string | null;
  onPick: (tagId: string) => void;
};

const itemClass =
  'flex min-h-8 w-full items-center gap-2.5 rounded-sm px-2.5 text-left text-sm text-ink hover:bg-fill focus-visible:-outline-offset-2 coarse:min-h-(--target-touch)';

function AddTag({ label, without, clientId, onPick }: AddTagProps) {
  const { t } = useTranslation('form-builder');
  const [open, setOpen] = useState(false);
  const pick = (id: string) => {
    onPick(id);
    setOpen(false);
  };
  return (
    <Popover
      label={label}
      open={open}
      onOpenChange={setOpen}
      flush
      trigger={
        <Button size="sm" icon={Plus}>
          {t('tags.add')}
        </Button>
      }
    >
      <TagChoices without={without} clientId={clientId} onPick={pick} />
    </Popover>
  );
}

function TagChoices({ without, clientId, onPick }: Omit<AddTagProps, 'label'>) {
  const { t } = useTranslation('form-builder');
  const [typed, setTyped] = useState('');
  const { tags } = useTags(clientId);
  const mayCreate = useHolds('contacts:write');
  const name = typed.trim();
  const offered = tags.filter(
    (tag) => tag.name.toLowerCase().includes(name.toLowerCase()) && !without.includes(tag.id),
  );
  const isNew = mayCreate && name !== '' && !tags.some((tag) => tag.name.toLowerCase() === name.toLowerCase());
  return (
    <>
      <TextInput
        aria-label={t('tags.find')}
        placeholder={t('tags.find')}
        value={typed}
        maxLength={60}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <ul className="max-h-60 overflow-y-auto pt-1">
        {offered.map((tag) => (
          <li key={tag.id}>
            <button type="button" className={itemClass} onClick={() => onPick(tag.id)}>
              <span aria-hidden className="size-2 shrink-0 rounded-full" style={{ background: tag.color }} />
              <span className="truncate">{tag.name}</span>
            </button>
          </li>
        ))}
        {isNew && (
          <li>
            <CreateTag name={name} clientId={clientId} count={tags.length} onPick={onPick} />
          </li>
        )}
      </ul>
      {offered.length === 0 && !isNew && <p className="px-2.5 py-2 text-sm text-subtle">{t('tags.nothing')}</p>}
    </>
  );
}

type CreateTagProps = Pick<AddTagProps, 'clientId' | 'onPick'> & { name: string; count: number };

function CreateTag({ name, clientId, count, onPick }: CreateTagProps) {
  const { t } = useTranslation('form-builder');
  const create = useCreateTag();
  const make = () =>
    runMutation(
      create,
      { name, clientId, count },
      {
        onSuccess: (tag) => onPick(tag.id),
        onError: (error) => toast({ tone: 'error', title: t('tags.failed'), description: problemText(error) }),
      },
    );
  return (
    <button type="button" className={itemClass} disabled={create.isPending} onClick={make}>
      <Plus aria-hidden className="size-4 text-subtle" />
      <span className="truncate">{t('tags.create', { name })}</span>
    </button>
  );
}
