import { useFormat } from '#lib/format.ts';
import { cx } from '#ui/class-names.ts';

/** A change in percent, green upwards and red downwards. */
export function Change({ percent, className }: { percent: number; className?: string | undefined }) {
  const { growth } = useFormat();
  return (
    <span className={cx('text-xs font-medium tabular-nums', tones[Math.sign(percent) + 1], className)}>
      {growth(percent)}
    </span>
  );
}

/** Down, none, up. */
const tones = ['text-danger-text', 'text-muted', 'text-success-text'];
