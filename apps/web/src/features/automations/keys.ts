export const automationKeys = {
  lists: ['automations', 'list'] as const,
  one: (automationId: string) => ['automations', 'one', automationId] as const,
  figures: (automationId: string) => ['automations', 'figures', automationId] as const,
  backTest: (automationId: string) => ['automations', 'back-test', automationId] as const,
  versions: (automationId: string) => ['automations', 'versions', automationId] as const,
  runs: (automationId: string) => ['automations', 'runs', automationId] as const,
};
