import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { createTag, listTags, type Tag, tagColors } from '@waggle/contracts/tags';
import { call } from '#lib/api.ts';

/** As many as one call gives. */
const tagsQuery = queryOptions({
  queryKey: ['tags', 'form-builder'],
  queryFn: ({ signal }) => call(listTags, { query: { sort: 'name', limit: 100 } }, signal),
});

const none: readonly Tag[] = [];

/** Tags a form of that client can give. */
export function useTags(clientId: string | null): { tags: readonly Tag[] } {
  const tags = useQuery(tagsQuery).data?.items ?? none;
  return { tags: tags.filter((tag) => tag.clientId === clientId) };
}

export function useCreateTag() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ name, clientId, count }: { name: string; clientId: string | null; count: number }) =>
      call(createTag, { body: { name, clientId, color: tagColors[count % tagColors.length] ?? tagColors[0] } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['tags'] }),
  });
}
