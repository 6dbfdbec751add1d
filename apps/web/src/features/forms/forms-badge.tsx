import { useQuery } from '@tanstack/react-query';
import { useFormat } from '#lib/format.ts';
import { formsQuery } from './queries.ts';

/** The smallest page: only its count of active forms is read. */
const counted = formsQuery({ limit: 1 });

/** How many forms people can fill in, beside the nav item. */
export function FormsBadge() {
  const { number } = useFormat();
  const { data } = useQuery(counted);
  if (!data || data.active === 0) return null;
  return <span className="tabular-nums">{number(data.active)}</span>;
}
