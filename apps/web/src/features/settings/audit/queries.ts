import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import * as contract from '@waggle/contracts/audit';
import type { CallInput } from '@waggle/contracts/endpoint';
import { call } from '#lib/api.ts';

const auditKey = ['audit'] as const;

export const auditQuery = (query: NonNullable<CallInput<typeof contract.listAuditLog>['query']>) =>
  queryOptions({
    queryKey: [...auditKey, 'list', query],
    queryFn: ({ signal }) => call(contract.listAuditLog, { query }, signal),
    placeholderData: keepPreviousData,
    // Other screens write to it all the time.
    refetchOnMount: 'always',
  });

export const auditPeopleQuery = queryOptions({
  queryKey: [...auditKey, 'people'],
  queryFn: ({ signal }) => call(contract.listAuditPeople, {}, signal),
});
