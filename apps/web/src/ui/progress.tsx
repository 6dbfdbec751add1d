import type { ReactNode } from 'react';
import { cx } from './class-names.ts';
import { useUiText } from './ui-text.tsx';

type ProgressProps = {
  value: number;
  max?: number | undefined;
  /** Names the bar for screen readers. */
  label?: string | undefined;
  /** Honey is live progress; ink is how full something is. */
  tone?: 'accent' | 'ink' | 'warning' | 'danger' | undefined;
  /** The numbers above the bar: left and right. */
  caption?: ReactNode;
  captionEnd?: ReactNode;
  className?: string | undefined;
};

const toneClass = { accent: 'bg-accent', ink: 'bg-muted', warning: 'bg-warning', danger: 'bg-danger' };

export function Progress({ value, max = 100, label, tone = 'accent', caption, captionEnd, className }: ProgressProps) {
  const text = useUiText();
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0;
  return (
    <div className={cx('min-w-0', className)}>
      {(caption || captionEnd) && (
        <div className="mb-1.5 flex justify-between gap-3 text-xs text-muted">
          <span>{caption}</span>
          <span>{captionEnd}</span>
        </div>
      )}
      <div
        // A native progress element cannot be drawn with the same ends in every browser.
        role="progressbar"
        aria-label={label ?? text.progress}
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuenow={Math.min(value, max)}
        className="h-1.5 overflow-hidden rounded-full bg-fill-pressed"
      >
        <div
          className={cx('h-full rounded-full transition-[width] duration-(--duration-slow) ease-out', toneClass[tone])}
          style={{ width: `${share * 100}%` }}
        />
      </div>
    </div>
  );
}
