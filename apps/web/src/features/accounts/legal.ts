import { queryOptions } from '@tanstack/react-query';
import type { Locale } from '@waggle/contracts/fields';
import { type LegalPage, readLegalText, readOperator } from '@waggle/contracts/legal';
import { call } from '#lib/api.ts';

/** Read by the server when it started, so once is enough. */
export const legalTextQuery = (page: LegalPage, locale: Locale) =>
  queryOptions({
    queryKey: ['legal', page, locale],
    queryFn: ({ signal }) => call(readLegalText, { query: { page, locale } }, signal),
    staleTime: Infinity,
  });

export const operatorQuery = queryOptions({
  queryKey: ['operator'],
  queryFn: ({ signal }) => call(readOperator, {}, signal),
  staleTime: Infinity,
});
