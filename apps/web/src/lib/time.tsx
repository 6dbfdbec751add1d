import { useFormat } from './format.ts';

/** Relative under 7 days, with the full date on hover; absolute after. */
export function Time({ at, className }: { at: string; className?: string | undefined }) {
  const format = useFormat();
  return (
    <time dateTime={at} title={format.fullDate(at)} className={className}>
      {format.when(at)}
    </time>
  );
}
