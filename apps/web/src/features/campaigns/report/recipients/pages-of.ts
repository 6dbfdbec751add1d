import type { useListAddress } from '#lib/list-address.ts';

/** As many as the server counts. */
const mostCounted = 10_000;

/** The footer of a table whose server stops counting at some point. */
export function pagesOf(
  list: Pick<ReturnType<typeof useListAddress>, 'pagination'>,
  { total, nextCursor }: { total: number | null; nextCursor: string | null },
) {
  return { ...list.pagination(total ?? mostCounted, nextCursor), atLeast: total === null };
}
