import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useListAddress } from '#lib/list-address.ts';
import { formsQuery } from '../queries.ts';

const from = '/dashboard/forms';
const sorts = ['-createdAt', 'createdAt', 'name', '-name', '-submissions', 'submissions'] as const;

/** The list as the address describes it. */
export function useFormsList() {
  const list = useListAddress(sorts);
  const { active } = useSearch({ from });
  const navigate = useNavigate({ from });
  const page = useQuery(formsQuery({ ...list.query, active: active && (active === 'yes' ? 'true' : 'false') }));
  const restart = (change: { active?: string | undefined; search?: undefined }) =>
    void navigate({ search: (now) => ({ ...now, ...change, page: undefined, cursor: undefined }), replace: true });
  return {
    list,
    page,
    active,
    setActive: (next: string | undefined) => restart({ active: next }),
    clear: () => restart({ active: undefined, search: undefined }),
    filtered: list.search !== '' || active !== undefined,
  };
}

export type FormsList = ReturnType<typeof useFormsList>;
