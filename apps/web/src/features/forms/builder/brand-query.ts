import { queryOptions } from '@tanstack/react-query';
import { readBrand } from '@waggle/contracts/brand';
import { call } from '#lib/api.ts';

export const brandQuery = queryOptions({
  queryKey: ['brand', 'form-builder'],
  queryFn: ({ signal }) => call(readBrand, {}, signal),
});
