import { useQuery } from '@tanstack/react-query';
import { useFormat } from '#lib/format.ts';
import { summaryQuery } from './queries.ts';

/** How many contacts there are, beside the nav item. */
export function ContactsBadge() {
  const format = useFormat();
  const { data } = useQuery(summaryQuery);
  return data && <span className="tabular-nums">{format.number(data.total)}</span>;
}
