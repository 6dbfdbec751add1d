import { hashKey } from '@tanstack/react-query';
import type { ContactViewState } from '@waggle/contracts/contact-views';
import type { TablePreferences } from '#ui/table-preferences.ts';
import { firstSort, type ContactsList } from '../use-contacts-list.ts';

/** What the list shows now, as a view keeps it. */
export function stateOf({ list, filters, segmentId }: ContactsList, preferences: TablePreferences): ContactViewState {
  const { density, hiddenColumns, shownColumns, order, widths } = preferences;
  return {
    ...(list.search && { search: list.search }),
    ...(filters.tree && { rules: filters.tree }),
    ...(segmentId && { segmentId }),
    ...(list.query.sort !== firstSort && { sort: list.query.sort }),
    density,
    hiddenColumns: [...hiddenColumns],
    shownColumns: [...shownColumns],
    order: [...order],
    widths: Object.fromEntries(Object.entries(widths).map(([column, pixels]) => [column, Math.round(pixels)])),
  };
}

/** Keys come back from the server in another order, and columns that are hidden have none. */
export const isSameState = (one: ContactViewState, other: ContactViewState): boolean =>
  hashKey([inOrder(one)]) === hashKey([inOrder(other)]);

const inOrder = ({ hiddenColumns, shownColumns, ...state }: ContactViewState) => ({
  ...state,
  hiddenColumns: hiddenColumns.toSorted(),
  shownColumns: shownColumns.toSorted(),
});
