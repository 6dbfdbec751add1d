import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import * as brand from '@waggle/contracts/brand';
import { call } from '#lib/api.ts';
import type { Body } from '../queries.ts';

const brandKey = ['brand'] as const;

export const brandQuery = queryOptions({
  queryKey: brandKey,
  queryFn: ({ signal }) => call(brand.readBrand, {}, signal),
  // The address and the name are changed on other pages of the settings too.
  refetchOnMount: 'always',
});

type BrandInput = { brandId: string } & NonNullable<Body<typeof brand.updateBrand>>;

/** The postal address is a step of the set-up, too. */
export function useUpdateBrand() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ brandId, ...body }: BrandInput) => call(brand.updateBrand, { params: { brandId }, body }),
    onSuccess: (saved) => {
      client.setQueryData(brandKey, saved);
      return client.invalidateQueries({ queryKey: ['sending'] });
    },
  });
}

export const useUploadBrandLogo = () =>
  useMutation({ mutationFn: (file: Blob) => call(brand.uploadBrandLogo, { upload: file }) });
