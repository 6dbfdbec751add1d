export const formKeys = {
  all: ['forms'] as const,
  lists: ['forms', 'list'] as const,
  one: (formId: string) => ['forms', 'one', formId] as const,
};
