export const imageKeys = {
  all: ['images'] as const,
  lists: ['images', 'list'] as const,
  storage: ['images', 'storage'] as const,
  uses: (imageId: string) => ['images', 'uses', imageId] as const,
};
