import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ContactView } from '@waggle/contracts/contact-views';
import type { TablePreferences } from '#ui/table-preferences.ts';
import type { ContactsList } from '../use-contacts-list.ts';
import { viewsQuery } from './queries.ts';
import { isSameState, stateOf } from './view-state.ts';

export type ViewPlace = {
  contacts: ContactsList;
  preferences: TablePreferences;
  onPreferences: (next: Partial<TablePreferences>) => void;
};

const none: readonly ContactView[] = [];

/** Saved views of this list, which of them is shown, and whether it still shows what was saved. */
export function useViews({ contacts, preferences, onPreferences }: ViewPlace) {
  const { view } = useSearch({ from: '/dashboard/contacts' });
  const navigate = useNavigate({ from: '/dashboard/contacts' });
  const views = useQuery(viewsQuery);
  const items = views.data ?? none;
  const current = items.find(({ id }) => id === view);
  const now = stateOf(contacts, preferences);

  /** Null shows everybody, in the columns that are there. */
  const show = (chosen: Pick<ContactView, 'id' | 'state'> | null) => {
    const { search, rules, segmentId, sort, ...columns } = chosen?.state ?? {};
    void navigate({
      search: (before) => ({
        ...before,
        view: chosen?.id,
        search,
        rules,
        segmentId,
        sort,
        page: undefined,
        cursor: undefined,
      }),
      resetScroll: false,
    });
    onPreferences(columns);
  };
  /** The list is this view already, as it has just been saved. */
  const name = (viewId: string | undefined) =>
    void navigate({ search: (before) => ({ ...before, view: viewId }), replace: true, resetScroll: false });

  return {
    query: views,
    items,
    current,
    now,
    isChanged: current !== undefined && !isSameState(current.state, now),
    show,
    name,
  };
}

export type Views = ReturnType<typeof useViews>;
