import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import type { Owner } from '@waggle/contracts/clients';
import * as contract from '@waggle/contracts/images';
import { call } from '#lib/api.ts';
import { imageKeys as keys } from './keys.ts';

export const imageSorts = ['-createdAt', 'createdAt', 'name', '-name'] as const;
export type ImageSort = (typeof imageSorts)[number];

/** Some rows of the grid; more come by a button. */
const pageSize = 50;

export const imagesQuery = (search: string, sort: ImageSort, owner?: Owner) =>
  infiniteQueryOptions({
    queryKey: [...keys.lists, search, sort, owner],
    queryFn: ({ pageParam, signal }) =>
      call(
        contract.listImages,
        { query: { search: search || undefined, sort, limit: pageSize, cursor: pageParam, owner } },
        signal,
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });

export const storageQuery = queryOptions({
  queryKey: keys.storage,
  queryFn: ({ signal }) => call(contract.readImageStorage, {}, signal),
});

export const usesQuery = (imageId: string) =>
  queryOptions({
    queryKey: keys.uses(imageId),
    queryFn: ({ signal }) => call(contract.listImageUses, { params: { imageId } }, signal),
    refetchOnMount: 'always',
  });

/** The list and how full the library is have changed. */
export function useImagesChanged() {
  const client = useQueryClient();
  return () =>
    Promise.all([keys.lists, keys.storage].map((queryKey) => client.invalidateQueries({ queryKey: [...queryKey] })));
}

type Change = { imageId: string; name?: string; alt?: string };

export function useUpdateImage() {
  const changed = useImagesChanged();
  return useMutation({
    mutationFn: ({ imageId, ...body }: Change) => call(contract.updateImage, { params: { imageId }, body }),
    onSuccess: changed,
  });
}

export function useDeleteImage() {
  const changed = useImagesChanged();
  return useMutation({
    mutationFn: ({ imageId, used }: { imageId: string; used: boolean }) =>
      call(contract.deleteImage, { params: { imageId }, query: used ? { used: 'true' } : {} }),
    onSuccess: changed,
  });
}
