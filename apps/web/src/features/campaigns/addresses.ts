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
