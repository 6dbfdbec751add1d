import type { Tag } from '@waggle/contracts/tags';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { problemText } from '#lib/problem-text.ts';
import { runMutation } from '#lib/run-mutation.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { Popover } from '#ui/popover.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { toast } from '#ui/toast-store.ts';
import { Check, Pencil } from 'lucide-react';
import { useUpdateTag } from '../queries.ts';
import { useEscapeFirst } from '../sheet/use-escape-first.ts';
import { ColorSwatches } from './color-swatches.tsx';

function useSaveTag(tagId: string) {
  const { t } = useTranslation(['contacts', 'app']);
  const update = useUpdateTag();
  return (change: Partial<Pick<Tag, 'name' | 'color'>>) =>
    runMutation(
      update,
      { tagId, ...change },
      { onError: (error) => toast({ tone: 'error', title: t('app:error'), description: problemText(error) }) },
    );
}

/** The dot opens the eight colours. */
export function TagColorCell({ tag }: { tag: Tag }) {
  const { t } = useTranslation('contacts');
  const mayWrite = useHolds('contacts:write');
  const save = useSaveTag(tag.id);
  const [open, setOpen] = useState(false);
  const dot = <span aria-hidden className="size-3 rounded-full" style={{ background: tag.color }} />;
  if (!mayWrite) return <span className="grid size-7 place-items-center">{dot}</span>;
  return (
    <Popover
      label={t('tags.recolor', { name: tag.name })}
      open={open}
      onOpenChange={setOpen}
      trigger={
        <button
          type="button"
          aria-label={t('tags.recolor', { name: tag.name })}
          className="grid size-7 place-items-center rounded-sm hover:bg-fill coarse:size-11"
        >
          {dot}
        </button>
      }
    >
      <ColorSwatches
        value={tag.color}
        onValueChange={(color) => {
          setOpen(false);
          save({ color });
        }}
      />
    </Popover>
  );
}

/** Renamed in place: Enter saves, Esc leaves it as it was. */
export function TagNameCell({ tag }: { tag: Tag }) {
  const { t } = useTranslation('contacts');
  const mayWrite = useHolds('contacts:write');
  const save = useSaveTag(tag.id);
  const [typed, setTyped] = useState<string>();
  useEscapeFirst(typed !== undefined, () => setTyped(undefined));
  const finish = () => {
    const name = typed?.trim();
    if (name && name !== tag.name) save({ name });
    setTyped(undefined);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    finish();
  };

  if (typed !== undefined) {
    return (
      <form noValidate onSubmit={submit} className="flex max-w-72 items-center gap-1">
        <TextInput
          aria-label={t('tags.name')}
          size="sm"
          maxLength={60}
          // The field replaces the button that was just pressed.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onBlur={finish}
        />
        <IconButton type="submit" label={t('save')} icon={Check} size="sm" />
      </form>
    );
  }
  if (!mayWrite) return <span className="font-[550] text-ink">{tag.name}</span>;
  return (
    <button
      type="button"
      onClick={() => setTyped(tag.name)}
      className="group/name -ml-2 inline-flex min-h-7 max-w-full items-center gap-2 rounded-sm px-2 text-left font-[550] text-ink hover:bg-fill"
    >
      <span className="truncate">{tag.name}</span>
      <Pencil
        aria-hidden
        className="size-3.5 text-subtle opacity-0 group-hover/name:opacity-100 group-focus-visible/name:opacity-100"
      />
      <span className="sr-only">{t('tags.rename')}</span>
    </button>
  );
}
