import { useFormat } from './format.ts';

type TimeProps = {
  at: string;
  /** In few letters: 4 min. ago. */
  brief?: boolean | undefined;
  className?: string | undefined;
};

/** Relative under 7 days, with the full date on hover; absolute after. */
export function Time({ at, brief, className }: TimeProps) {
  const format = useFormat();
  return (
    <time dateTime={at} title={format.fullDate(at)} className={className}>
      {brief ? format.briefly(at) : format.when(at)}
    </time>
  );
}
