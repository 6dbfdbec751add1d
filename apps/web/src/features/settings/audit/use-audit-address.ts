import { useNavigate, useSearch } from '@tanstack/react-router';
import { type AuditGroup, auditGroups } from '@waggle/contracts/audit';
import { useListAddress } from '#lib/list-address.ts';

export type AuditFilter = {
  personId?: string | undefined;
  group?: AuditGroup | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

const groups = Object.keys(auditGroups) as AuditGroup[];

/** Search, filters and page of the log, kept in the address. */
export function useAuditAddress() {
  const { person, group, from, to } = useSearch({ strict: false }) as Record<string, string | undefined>;
  const navigate = useNavigate();
  const list = useListAddress(['-happenedAt', 'happenedAt']);
  const restart = (change: object) =>
    void navigate({
      to: '.',
      search: (now: object) => ({ ...now, ...change, cursor: undefined, page: undefined }),
      replace: true,
    } as never);
  const filter: AuditFilter = { personId: person, group: groups.find((one) => one === group), from, to };
  return {
    list,
    filter,
    setFilter: ({ personId, ...change }: AuditFilter) => restart({ ...change, person: personId }),
    isNarrowed: list.search !== '' || Object.values(filter).some((value) => value !== undefined),
    clear: () => restart({ search: undefined, person: undefined, group: undefined, from: undefined, to: undefined }),
  };
}

export type AuditAddress = ReturnType<typeof useAuditAddress>;
