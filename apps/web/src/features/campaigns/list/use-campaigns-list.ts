import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { campaignStatuses } from '@waggle/contracts/campaigns';
import { useListAddress } from '#lib/list-address.ts';
import { campaignsQuery } from '../queries.ts';

const from = '/dashboard/campaigns';
export const campaignSorts = ['-createdAt', 'createdAt', 'name', '-name'] as const;

/** The list as the address describes it. */
export function useCampaignsList() {
  const list = useListAddress(campaignSorts);
  const asked = useSearch({ from }).status?.toUpperCase();
  const status = campaignStatuses.find((one) => one === asked);
  const navigate = useNavigate({ from });
  const page = useQuery(campaignsQuery({ ...list.query, status }));
  const restart = (change: { status?: string | undefined; search?: undefined }) =>
    void navigate({ search: (now) => ({ ...now, ...change, page: undefined, cursor: undefined }), replace: true });
  return {
    list,
    page,
    status,
    setStatus: (next: (typeof campaignStatuses)[number] | undefined) => restart({ status: next?.toLowerCase() }),
    clear: () => restart({ status: undefined, search: undefined }),
    filtered: list.search !== '' || status !== undefined,
  };
}

export type CampaignsList = ReturnType<typeof useCampaignsList>;
