import { useCallback, useMemo, useRef, useState } from 'react';

type State = {
  /** Everything that matches is chosen, also on pages never seen. */
  all: boolean;
  /** The chosen ids or, with `all`, the ones taken out again. */
  ids: ReadonlySet<string>;
};

const nothing: State = { all: false, ids: new Set() };

export type BulkSelection = State & {
  has: (id: string) => boolean;
  count: (total: number) => number;
  /** With `range`, everything between the last toggled row and this one follows. */
  toggle: (id: string, pageIds: readonly string[], range: boolean) => void;
  togglePage: (pageIds: readonly string[]) => void;
  selectAll: () => void;
  clear: () => void;
};

const chosen = (state: State, id: string) => state.ids.has(id) !== state.all;

function choose(state: State, ids: readonly string[], on: boolean): State {
  const next = new Set(state.ids);
  for (const id of ids) {
    if (on === state.all) next.delete(id);
    else next.add(id);
  }
  return { all: state.all, ids: next };
}

function between(ids: readonly string[], from: string | undefined, to: string) {
  const start = from === undefined ? -1 : ids.indexOf(from);
  const end = ids.indexOf(to);
  if (start < 0 || end < 0) return [to];
  return ids.slice(Math.min(start, end), Math.max(start, end) + 1);
}

/** Survives paging: it keeps ids, not rows. Clear it when filters change. */
export function useBulkSelection(): BulkSelection {
  const [state, setState] = useState(nothing);
  const anchor = useRef<string>(undefined);

  const toggle = useCallback((id: string, pageIds: readonly string[], range: boolean) => {
    const from = range ? anchor.current : undefined;
    anchor.current = id;
    setState((before) => choose(before, between(pageIds, from, id), !chosen(before, id)));
  }, []);

  const togglePage = useCallback((pageIds: readonly string[]) => {
    setState((before) => choose(before, pageIds, !pageIds.every((id) => chosen(before, id))));
  }, []);

  const selectAll = useCallback(() => setState({ all: true, ids: new Set() }), []);
  const clear = useCallback(() => {
    anchor.current = undefined;
    setState(nothing);
  }, []);

  return useMemo(
    () => ({
      ...state,
      has: (id) => chosen(state, id),
      count: (total) => (state.all ? total - state.ids.size : state.ids.size),
      toggle,
      togglePage,
      selectAll,
      clear,
    }),
    [state, toggle, togglePage, selectAll, clear],
  );
}
