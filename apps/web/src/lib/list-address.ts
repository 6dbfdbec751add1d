import { useNavigate, useSearch } from '@tanstack/react-router';
import { pageSizes } from '@waggle/contracts/listing';
import { useRef } from 'react';
import { listAddress, type ListAddress } from './address.ts';
import { ApiProblem } from './api.ts';

type Failed = { error: Error | null; refetch: () => unknown };
type Order = { column: string; direction: 'asc' | 'desc' };

const orderOf = (sort: string): Order =>
  sort.startsWith('-') ? { column: sort.slice(1), direction: 'desc' } : { column: sort, direction: 'asc' };

export function useListAddress<Sort extends string>(sorts: readonly [Sort, ...Sort[]]) {
  // The router passes on what the route left out, so `?size=1000` is still in here.
  const address = listAddress(useSearch({ strict: false }));
  const navigate = useNavigate();
  // The server pages by cursor; the way back is known for the pages already seen.
  const seen = useRef(new Map<number, string>());
  const sort = sorts.find((one) => one === address.sort) ?? sorts[0];
  const size = address.size ?? 50;
  const page = address.cursor ? (address.page ?? 1) : 1;

  const go = (change: ListAddress) =>
    void navigate({
      to: '.',
      search: (now: object) => ({ ...now, ...change }),
      replace: true,
      resetScroll: false,
    } as never);
  const restart = (change: ListAddress) => {
    seen.current.clear();
    go({ ...change, page: undefined, cursor: undefined });
  };

  return {
    query: { sort, limit: size, search: address.search, cursor: address.cursor },
    search: address.search ?? '',
    setSearch: (search: string) => restart({ search: search || undefined }),
    order: orderOf(sort),
    setOrder: ({ column, direction }: Order) => restart({ sort: direction === 'desc' ? `-${column}` : column }),
    /** Asks once more; from the first page where the address leads to a page the server does not know. */
    retry: ({ error, refetch }: Failed) =>
      error instanceof ApiProblem && error.fields['cursor'] !== undefined ? restart({}) : void refetch(),
    /** For the table's footer, once a page is there. */
    pagination: (total: number, nextCursor: string | null) => ({
      page,
      pageSize: size,
      total,
      onPageSizeChange: (pageSize: number) => restart({ size: pageSizes.find((one) => one === pageSize) }),
      onPageChange: (wanted: number) => {
        if (wanted > page && nextCursor) seen.current.set(wanted, nextCursor);
        const cursor = seen.current.get(wanted);
        go({ page: cursor ? wanted : undefined, cursor });
      },
    }),
  };
}
