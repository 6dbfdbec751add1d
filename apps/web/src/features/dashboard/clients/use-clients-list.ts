import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { clientHealths, type ClientHealth } from '@waggle/contracts/control-room';
import { useListAddress } from '#lib/list-address.ts';
import { clientFiguresQuery } from './queries.ts';

const from = '/dashboard/';

export const clientSorts = [
  'attention',
  'name',
  '-name',
  '-contacts',
  'contacts',
  '-growth',
  'growth',
  '-lastSent',
  'lastSent',
  '-revenue',
  'revenue',
] as const;

/** The list as the address describes it. */
export function useClientsList() {
  const list = useListAddress(clientSorts);
  const address = useSearch({ from });
  const navigate = useNavigate({ from });
  const health = clientHealths.find((one) => one === address.health);
  const page = useQuery(clientFiguresQuery({ ...list.query, health }));
  const restart = (change: { health?: ClientHealth | undefined; search?: undefined }) =>
    void navigate({ search: (now) => ({ ...now, ...change, page: undefined, cursor: undefined }), replace: true });
  return {
    list,
    page,
    health,
    setHealth: (next: ClientHealth | undefined) => restart({ health: next }),
    clear: () => restart({ health: undefined, search: undefined }),
    isFiltered: list.search !== '' || health !== undefined,
  };
}

export type ClientsList = ReturnType<typeof useClientsList>;
