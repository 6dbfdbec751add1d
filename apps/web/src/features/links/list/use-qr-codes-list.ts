import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useListAddress } from '#lib/list-address.ts';
import { useBulkSelection } from '#ui/use-bulk-selection.ts';
import { qrCodesQuery } from '../queries.ts';

const from = '/dashboard/qr-codes';

type Change = { active?: string | undefined; label?: string | undefined; search?: undefined };

/** The list as the address describes it, and the codes chosen in it. */
export function useQrCodesList() {
  const list = useListAddress(['-createdAt', 'createdAt', 'name', '-name', '-scans', 'scans']);
  const { active, label } = useSearch({ from });
  const navigate = useNavigate({ from });
  const selection = useBulkSelection();
  const query = { ...list.query, label, active: active && (active === 'yes' ? 'true' : 'false') };
  const page = useQuery(qrCodesQuery(query));
  const restart = (change: Change) => {
    selection.clear();
    void navigate({ search: (now) => ({ ...now, ...change, page: undefined, cursor: undefined }), replace: true });
  };
  return {
    list: {
      ...list,
      setSearch: (search: string) => {
        selection.clear();
        list.setSearch(search);
      },
    },
    query,
    page,
    active,
    label,
    selection,
    setActive: (next: string | undefined) => restart({ active: next }),
    setLabel: (next: string | undefined) => restart({ label: next }),
    clear: () => restart({ active: undefined, label: undefined, search: undefined }),
    filtered: list.search !== '' || active !== undefined || label !== undefined,
  };
}

export type QrCodesList = ReturnType<typeof useQrCodesList>;
