import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import * as contract from '@waggle/contracts/notifications';
import { call } from '#lib/api.ts';
import { pollWithoutStream } from '#lib/live.ts';

const key = ['notifications'] as const;

export const notificationsQuery = queryOptions({
  queryKey: key,
  queryFn: ({ signal }) => call(contract.listNotifications, {}, signal),
  refetchInterval: () => pollWithoutStream(60_000),
});

type List = Awaited<ReturnType<NonNullable<typeof notificationsQuery.queryFn>>>;

/** One, or without an id all. The dot goes at once; should the call fail, the next reading brings it back. */
export function useMarkRead() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (notificationId: string | undefined) => call(contract.readNotifications, { body: { notificationId } }),
    onMutate: (notificationId) => {
      const readAt = new Date().toISOString();
      client.setQueryData<List>(key, (list) => list && withRead(list, notificationId, readAt));
    },
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
}

function withRead({ items }: List, notificationId: string | undefined, readAt: string): List {
  const marked = items.map((item) =>
    notificationId === undefined || item.id === notificationId ? { ...item, readAt: item.readAt ?? readAt } : item,
  );
  return { items: marked, unread: marked.filter((item) => item.readAt === null).length };
}
