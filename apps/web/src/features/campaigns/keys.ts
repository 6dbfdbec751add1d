export const campaignKeys = {
  all: ['campaigns'] as const,
  lists: ['campaigns', 'list'] as const,
  one: (campaignId: string) => ['campaigns', 'one', campaignId] as const,
};
