import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { automationStatuses } from '@waggle/contracts/automations';
import { useListAddress } from '#lib/list-address.ts';
import { automationsQuery } from '../queries.ts';

const from = '/dashboard/automations';
const sorts = ['-createdAt', 'createdAt', 'name', '-name'] as const;

/** The list as the address describes it. */
export function useAutomationsList() {
  const list = useListAddress(sorts);
  const address = useSearch({ from });
  const navigate = useNavigate({ from });
  const status = automationStatuses.find((one) => one === address.status);
  const page = useQuery(automationsQuery({ ...list.query, status }));
  const restart = (change: { status?: string | undefined; search?: undefined }) =>
    void navigate({ search: (now) => ({ ...now, ...change, page: undefined, cursor: undefined }), replace: true });
  return {
    list,
    page,
    status,
    setStatus: (next: string | undefined) => restart({ status: next }),
    clear: () => restart({ status: undefined, search: undefined }),
    filtered: list.search !== '' || status !== undefined,
    isCreating: address.create === true,
    setCreating: (create: boolean) =>
      void navigate({ search: (now) => ({ ...now, create: create || undefined }), replace: !create }),
  };
}

export type AutomationsList = ReturnType<typeof useAutomationsList>;
