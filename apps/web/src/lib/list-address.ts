import { useNavigate, useSearch } from '@tanstack/react-router';
import { pageSizes } from '@waggle/contracts/listing';
import { useRef } from 'react';
import type { ListAddress } from './address.ts';

type Order = { column: string; direction: 'asc' | 'desc' };

const orderOf = (sort: string): Order =>
  sort.startsWith('-') ? { column: sort.slice(1), direction: 'desc' } : { column: sort, direction: 'asc' };

export function useListAddress<Sort extends string>(sorts: readonly [Sort, ...Sort[]]) {
  const address = useSearch({ strict: false }) as ListAddress;
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
