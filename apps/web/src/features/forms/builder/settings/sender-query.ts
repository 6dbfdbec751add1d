import { queryOptions } from '@tanstack/react-query';
import { readFormSender } from '@waggle/contracts/forms';
import { listMembers } from '@waggle/contracts/team';
import { call } from '#lib/api.ts';

/** Who emails of this client's forms come from. Asked again each time: it is set up on another page. */
export const formSenderQuery = (clientId: string | null) =>
  queryOptions({
    queryKey: ['forms', 'sender', clientId],
    queryFn: ({ signal }) => call(readFormSender, { query: clientId === null ? {} : { clientId } }, signal),
    refetchOnMount: 'always',
  });

/** Who could be told of submissions. */
export const teamQuery = queryOptions({
  queryKey: ['forms', 'team'],
  queryFn: ({ signal }) => call(listMembers, { query: { sort: 'name', limit: 100 } }, signal),
});
