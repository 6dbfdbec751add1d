/** Where a campaign is written; the builder mounts these two pages. */
export const newCampaign = { to: '/dashboard/campaigns/new' as '/dashboard/campaigns', search: {} } as const;

export const editOf = (campaignId: string) =>
  ({
    to: '/dashboard/campaigns/$campaignId/edit' as '/dashboard/campaigns/$campaignId',
    params: { campaignId },
    search: {},
  }) as const;

export const reportOf = (campaignId: string) =>
  ({ to: '/dashboard/campaigns/$campaignId', params: { campaignId }, search: {} }) as const;
