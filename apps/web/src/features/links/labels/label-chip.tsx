import { X } from 'lucide-react';

type LabelChipProps = { label: string; onRemove?: (() => void) | undefined; removeLabel?: string | undefined };

export function LabelChip({ label, onRemove, removeLabel }: LabelChipProps) {
  return (
    <span className="inline-flex h-5.5 max-w-full min-w-0 items-center gap-1 rounded-sm bg-fill px-2 text-xs text-muted">
      <span className="truncate">{label}</span>
      {onRemove && (
        <button
          type="button"
          aria-label={removeLabel}
          onClick={onRemove}
          className="relative -mr-1 grid size-4.5 shrink-0 place-items-center rounded-xs text-subtle before:absolute before:-inset-1 coarse:before:-inset-3 hover:bg-fill-pressed hover:text-ink"
        >
          <X aria-hidden className="size-3" />
        </button>
      )}
    </span>
  );
}

export function LabelChips({ labels }: { labels: readonly string[] }) {
  return (
    <span className="flex min-w-0 flex-wrap gap-1.5">
      {labels.map((label) => (
        <LabelChip key={label} label={label} />
      ))}
    </span>
  );
}
