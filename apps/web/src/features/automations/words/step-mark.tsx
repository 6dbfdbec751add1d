import { cx } from '#ui/class-names.ts';
import type { Icon } from '#ui/icon.ts';

export type MarkTone = 'start' | 'plain' | 'goal' | 'here' | 'dark';

const tones: Record<MarkTone, string> = {
  start: 'bg-accent text-on-accent',
  plain: 'bg-fill text-muted',
  goal: 'bg-success-soft text-success-text',
  here: 'bg-accent-soft-strong text-accent-text',
  dark: 'bg-muted text-surface',
};

type StepMarkProps = {
  icon: Icon;
  tone?: MarkTone | undefined;
  size?: number | undefined;
  className?: string | undefined;
};

/** The sign of a step. Decorative, its name stands beside it. */
export function StepMark({ icon: Icon, tone = 'plain', size = 32, className }: StepMarkProps) {
  return (
    <span
      aria-hidden
      style={{ width: size, height: size, clipPath: 'var(--hexagon)' }}
      className={cx('inline-grid shrink-0 place-items-center', tones[tone], className)}
    >
      <Icon className="size-1/2" />
    </span>
  );
}
