import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { listAttention, listClientFigures } from '@waggle/contracts/control-room';
import type { CallInput, ReplyOf } from '@waggle/contracts/endpoint';
import { call } from '#lib/api.ts';
import { lookAgainMs } from '../metrics/queries.ts';

type Query = NonNullable<CallInput<typeof listClientFigures>['query']>;
export type AgencySums = ReplyOf<typeof listClientFigures>['sums'];

/** Under the key of clients: what adds, changes or switches off one makes these stale too. */
export const controlRoomKey = ['clients', 'control-room'] as const;

export const clientFiguresQuery = (query: Query) =>
  queryOptions({
    queryKey: [...controlRoomKey, 'list', query],
    queryFn: ({ signal }) => call(listClientFigures, { query }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: lookAgainMs,
    refetchOnMount: 'always',
  });

export const attentionQuery = queryOptions({
  queryKey: [...controlRoomKey, 'attention'],
  queryFn: ({ signal }) => call(listAttention, {}, signal),
  refetchInterval: lookAgainMs,
  refetchOnMount: 'always',
});
