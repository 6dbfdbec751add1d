import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './class-names.ts';
import { useLongPress } from './use-long-press.ts';

export type PhoneRow = {
  /** Avatar, hexagon or icon. */
  leading?: ReactNode;
  title: ReactNode;
  /** Beside the title, e.g. a status that is not the usual one. */
  badge?: ReactNode;
  subtitle?: ReactNode;
  /** Between the text and the right side, as high as both lines: a small chart. */
  middle?: ReactNode;
  /** Right side, upper and lower line. */
  aside?: ReactNode;
  asideBelow?: ReactNode;
};

const lineClass =
  'flex min-h-16 w-full items-center gap-3 px-4 py-2 text-left select-none [-webkit-touch-callout:none] focus-visible:-outline-offset-2';

type PhoneLineProps = {
  parts: PhoneRow;
  /** Undefined unless rows are being chosen. */
  chosen?: boolean | undefined;
  onOpen?: (() => void) | undefined;
  onChoose?: (() => void) | undefined;
};

export function PhoneLine({ parts, chosen, onOpen, onChoose }: PhoneLineProps) {
  const held = useLongPress(chosen === undefined ? onChoose : undefined);
  const body = (
    <>
      {chosen === undefined ? parts.leading : <Tick on={chosen} />}
      <span className="min-w-0 flex-1">
        <span className="flex min-w-0 items-center gap-2">
          <span className="truncate text-base font-[550] text-ink">{parts.title}</span>
          {parts.badge}
        </span>
        {parts.subtitle && <span className="block truncate text-sm text-subtle">{parts.subtitle}</span>}
      </span>
      {parts.middle}
      <span className="flex shrink-0 flex-col items-end gap-1 text-xs text-subtle">
        {/* Each in a box of its own: two texts beside each other would be one line. */}
        {parts.aside && <span>{parts.aside}</span>}
        {parts.asideBelow && <span>{parts.asideBelow}</span>}
      </span>
    </>
  );
  if (chosen !== undefined && onChoose)
    return (
      <button type="button" {...held} role="checkbox" aria-checked={chosen} onClick={onChoose} className={lineClass}>
        {body}
      </button>
    );
  if (!onOpen) return <div className={lineClass}>{body}</div>;
  return (
    <button type="button" {...held} onClick={onOpen} className={lineClass}>
      {body}
    </button>
  );
}

/** As large as the avatar it stands for, so that no text moves. */
const Tick = ({ on }: { on: boolean }) => (
  <span aria-hidden className="grid size-9 shrink-0 place-items-center">
    <span
      className={cx(
        'grid size-5 place-items-center rounded-sm border',
        on ? 'border-accent-edge bg-accent text-on-accent' : 'border-line-control bg-surface',
      )}
    >
      {on && <Check className="size-3.5" />}
    </span>
  </span>
);
