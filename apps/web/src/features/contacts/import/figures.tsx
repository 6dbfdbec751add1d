import { useFormat } from '#lib/format.ts';
import { cx } from '#ui/class-names.ts';

type Figure = { label: string; value: number; tone?: 'success' | 'danger' | undefined };

const toneClass = { success: 'text-success-text', danger: 'text-danger-text' };

/** The few numbers a piece of long work ends with. */
export function Figures({ figures }: { figures: readonly Figure[] }) {
  const format = useFormat();
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2">
      {figures.map(({ label, value, tone }) => (
        <div key={label} className="flex flex-col">
          <dt className="order-2 text-sm text-muted">{label}</dt>
          <dd className={cx('text-xl font-semibold tabular-nums', tone && value > 0 ? toneClass[tone] : 'text-ink')}>
            {format.number(value)}
          </dd>
        </div>
      ))}
    </dl>
  );
}
