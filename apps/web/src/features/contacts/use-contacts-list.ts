import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { contactSorts, sortedField, type ContactFilter, type ContactSort } from '@waggle/contracts/contacts';
import { useMemo } from 'react';
import { useListAddress } from '#lib/list-address.ts';
import { useFilters } from './filters/use-filters.ts';
import { contactsQuery, countQuery } from './queries.ts';

/** Who did something last comes first, unless somebody asks otherwise. */
const plainSorts: readonly ContactSort[] = contactSorts;
export const firstSort: ContactSort = '-lastActivityAt';

/** What the address may ask for: a custom field only it names. */
function useSorts(): [ContactSort, ...ContactSort[]] {
  const { sort = '' } = useSearch({ from: '/dashboard/contacts' });
  return [firstSort, ...plainSorts, ...(sortedField.test(sort) ? [sort as ContactSort] : [])];
}

/** The list as the address describes it, and how many fit. */
export function useContactsList() {
  const filters = useFilters();
  const { segmentId } = useSearch({ from: '/dashboard/contacts' });
  const list = useListAddress(useSorts());
  const { search } = list.query;
  const rules = filters.tree && JSON.stringify(filters.tree);
  const page = useQuery(contactsQuery({ ...list.query, rules, segmentId }));
  // Counting may take longer than finding, so the list does not wait for it.
  const floor = page.data?.exact === false;
  const counted = useQuery({ ...countQuery({ search, rules, segmentId }), enabled: floor });
  const total = (floor ? counted.data?.count : undefined) ?? page.data?.total ?? 0;
  const { tree } = filters;
  const narrowed = Boolean(segmentId) || filters.applied.length > 0;
  const filter: ContactFilter = useMemo(
    () => ({ ...(search && { search }), ...(tree && { rules: tree }), ...(segmentId && { segmentId }) }),
    [search, tree, segmentId],
  );

  return {
    filters,
    list,
    page,
    total,
    atLeast: floor && counted.data === undefined,
    /** Who is meant by "everybody in this list". */
    filter,
    segmentId,
    /** By more than a search. */
    narrowed,
    filtered: Boolean(search) || narrowed,
    rows: page.data?.items,
  };
}

export type ContactsList = ReturnType<typeof useContactsList>;
