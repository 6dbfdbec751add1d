import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '#ui/class-names.ts';

const week = [1, 2, 3, 4, 5, 6, 7];

type WeekdaysFieldProps = {
  label: string;
  days: readonly number[];
  readOnly: boolean;
  onChange: (days: number[]) => void;
};

/** One button for each day, Monday first. */
export function WeekdaysField({ label, days, readOnly, onChange }: WeekdaysFieldProps) {
  const { i18n } = useTranslation();
  const id = useId();
  // June 1, 2026 was a Monday.
  const name = (day: number, weekday: 'narrow' | 'long') =>
    new Intl.DateTimeFormat(i18n.language, { weekday, timeZone: 'UTC' }).format(Date.UTC(2026, 5, day));
  const toggle = (day: number) => week.filter((each) => (each === day ? !days.includes(day) : days.includes(each)));
  return (
    <div role="group" aria-labelledby={id} className="flex flex-col gap-1.5">
      <span id={id} className="text-sm font-medium text-ink">
        {label}
      </span>
      <span className="flex flex-wrap gap-1">
        {week.map((day) => (
          <button
            key={day}
            type="button"
            aria-pressed={days.includes(day)}
            aria-label={name(day, 'long')}
            aria-disabled={readOnly || undefined}
            onClick={() => !readOnly && onChange(toggle(day))}
            className={cx(
              'size-9 rounded-md border text-xs font-semibold coarse:size-(--target-touch)',
              days.includes(day)
                ? 'border-control-on bg-control-on text-on-control'
                : 'border-line-strong bg-surface text-muted hover:bg-fill-hover',
            )}
          >
            {name(day, 'narrow')}
          </button>
        ))}
      </span>
    </div>
  );
}
