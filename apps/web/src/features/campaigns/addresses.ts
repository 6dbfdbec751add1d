import { useIsGuest } from '#features/accounts/index.ts';

/** Where a campaign is written. */
export const newCampaign = { to: '/dashboard/campaigns/new', search: {} } as const;

export const editOf = (campaignId: string) =>
  ({
    to: '/dashboard/campaigns/$campaignId/edit',
    params: { campaignId },
    search: {},
  }) as const;

export const reportOf = (campaignId: string) =>
  ({ to: '/dashboard/campaigns/$campaignId', params: { campaignId }, search: {} }) as const;

/** The same for whoever looks: guests have the report at an address of their own. */
export function useReportAddress() {
  const isGuest = useIsGuest();
  return (campaignId: string) =>
    isGuest
      ? ({ to: '/guest/campaigns/$campaignId', params: { campaignId }, search: {} } as const)
      : reportOf(campaignId);
}
