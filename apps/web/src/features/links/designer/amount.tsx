import { useId, type ReactNode } from 'react';

type AmountProps = { label: string; shown: string; hint?: string; children: (id: string) => ReactNode };

/** A slider with its label and its number. */
export function Amount({ label, shown, hint, children }: AmountProps) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1">
      <div className="flex items-baseline justify-between gap-3 text-sm">
        <label htmlFor={id} className="font-medium text-ink">
          {label}
        </label>
        <span className="text-muted tabular-nums">{shown}</span>
      </div>
      {children(id)}
      {hint && <p className="text-xs text-subtle">{hint}</p>}
    </div>
  );
}
