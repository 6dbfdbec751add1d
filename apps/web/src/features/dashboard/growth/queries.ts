import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type growthRanges, readContactGrowth } from '@waggle/contracts/dashboard';
import type { ReplyOf } from '@waggle/contracts/endpoint';
import { call } from '#lib/api.ts';

export type Range = (typeof growthRanges)[number];
export type Growth = ReplyOf<typeof readContactGrowth> & { range: Range };

/** Milliseconds between two looks; none while the tab is hidden. */
const lookAgainMs = 30_000;

export const growthQuery = (range: Range) =>
  queryOptions({
    queryKey: ['dashboard', 'contact-growth', range],
    // Named by its range: the curve of the last one stays until the next is there.
    queryFn: async ({ signal }): Promise<Growth> => ({
      ...(await call(readContactGrowth, { query: { range } }, signal)),
      range,
    }),
    placeholderData: keepPreviousData,
    refetchInterval: lookAgainMs,
    refetchOnMount: 'always',
  });
