import type { ReactNode } from 'react';
import { useUiText } from './ui-text.tsx';

type BarListProps = {
  label: string;
  items: readonly {
    id: string;
    label: string;
    value: number;
    /** Instead of the number as text, e.g. a link to its rows. */ shown?: ReactNode;
    /** After the number, e.g. its share. */ note?: string;
  }[];
  className?: string | undefined;
};

/** Names with their number and a bar as long as its part of the largest. */
export function BarList({ label, items, className = 'flex flex-col gap-3.5' }: BarListProps) {
  const text = useUiText();
  const highest = Math.max(1, ...items.map(({ value }) => value));
  return (
    <ul aria-label={label} className={className}>
      {items.map(({ id, label: name, value, shown, note }) => (
        <li key={id}>
          <p className="flex items-baseline justify-between gap-3 text-sm text-ink">
            <span className="min-w-0 truncate">{name}</span>
            <span className="shrink-0 font-semibold tabular-nums">
              {shown ?? text.number(value)}
              {note && <span className="ml-1.5 text-xs font-normal text-subtle">{note}</span>}
            </span>
          </p>
          <span aria-hidden className="mt-1.5 block h-1 overflow-hidden rounded-full bg-fill">
            <span
              className="block h-full rounded-full bg-(--chart-1)"
              style={{ width: `${(value / highest) * 100}%` }}
            />
          </span>
        </li>
      ))}
    </ul>
  );
}
