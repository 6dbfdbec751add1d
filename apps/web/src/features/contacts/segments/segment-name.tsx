import { Pencil } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#ui/icon-button.tsx';
import type { SegmentDraft } from './segment-draft.ts';

export const segmentNameId = 'segment-name';

type SegmentNameProps = { edited: SegmentDraft; readOnly: boolean };

/** The name is the title; the pencil turns it into a field, and a segment without a name is a field at once. */
export function SegmentName({ edited, readOnly }: SegmentNameProps) {
  const { t } = useTranslation('segments');
  const { name, setName, marked } = edited;
  const [editing, setEditing] = useState(name === '');
  const before = useRef(name);
  if (readOnly) return name;
  if (!editing) {
    return (
      <span className="flex min-w-0 items-center gap-1">
        <span className="truncate">{name}</span>
        <IconButton
          size="sm"
          label={t('name.rename')}
          icon={Pencil}
          onClick={() => {
            before.current = name;
            setEditing(true);
          }}
        />
      </span>
    );
  }
  const missing = marked !== undefined && name.trim() === '';
  return (
    <input
      id={segmentNameId}
      // Opened by its own button, or empty on a page that is about giving it a name.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
      aria-label={t('name.label')}
      aria-invalid={missing || undefined}
      title={missing ? t('name.required') : undefined}
      maxLength={80}
      autoComplete="off"
      placeholder={missing ? t('name.required') : t('name.placeholder')}
      value={name}
      onChange={(event) => setName(event.currentTarget.value)}
      onBlur={() => setEditing(name.trim() === '')}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setName(before.current);
        if (event.key === 'Enter' || event.key === 'Escape') event.currentTarget.blur();
      }}
      className="h-(--control-md) w-72 max-w-full min-w-0 rounded-md border border-line-control bg-surface px-2.5 -outline-offset-2 tracking-[-0.02em] text-ink placeholder:text-subtle aria-invalid:border-danger aria-invalid:placeholder:text-danger-text max-lg:coarse:text-md"
    />
  );
}
