import { X } from 'lucide-react';
import { cx } from './class-names.ts';

type TagChipProps = {
  name: string;
  /** The tag's own colour, one of the eight presets kept with the tag. Only the dot carries it. */
  color: string;
  onRemove?: (() => void) | undefined;
  removeLabel?: string | undefined;
  className?: string | undefined;
};

export function TagChip({ name, color, onRemove, removeLabel, className }: TagChipProps) {
  return (
    <span
      className={cx(
        'inline-flex h-5.5 max-w-full min-w-0 items-center gap-1.5 rounded-sm bg-fill px-2 text-xs text-muted',
        className,
      )}
    >
      <span aria-hidden className="size-1.75 shrink-0 rounded-full" style={{ background: color }} />
      <span className="truncate">{name}</span>
      {onRemove && (
        <button
          type="button"
          aria-label={removeLabel ?? name}
          onClick={onRemove}
          className="relative -mr-1 grid size-4.5 shrink-0 place-items-center rounded-xs text-subtle before:absolute before:-inset-1 coarse:before:-inset-3 hover:bg-fill-pressed hover:text-ink"
        >
          <X aria-hidden className="size-3" />
        </button>
      )}
    </span>
  );
}

type TagListProps = { tags: readonly { name: string; color: string }[]; max?: number | undefined };

/** Two, then +N with the rest in the title. */
export function TagList({ tags, max = 2 }: TagListProps) {
  const rest = tags.slice(max);
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      {tags.slice(0, max).map((tag) => (
        <TagChip key={tag.name} {...tag} />
      ))}
      {rest.length > 0 && (
        <span title={rest.map((tag) => tag.name).join(', ')} className="text-xs text-subtle">
          +{rest.length}
        </span>
      )}
    </span>
  );
}
