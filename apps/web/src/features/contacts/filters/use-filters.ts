import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Rule } from '@waggle/contracts/contact-rules';
import { useMemo, useState } from 'react';
import { filtersIn, isComplete, treeOf } from './conditions.ts';

/** What was last done here, and the addresses it holds for: the one it began with and the one it leads to. */
type Edit = { shown: readonly Rule[]; before: string; after: string };

/** Filters live in the address; the one being made waits here until it says something. */
export function useFilters() {
  const { rules } = useSearch({ from: '/dashboard/contacts' });
  const navigate = useNavigate({ from: '/dashboard/contacts' });
  const applied = useMemo(() => filtersIn(rules), [rules]);
  const address = JSON.stringify(applied);
  const [edit, setEdit] = useState<Edit>();
  // The address follows a moment later; until then the chips must not vanish and come back.
  const shown = edit && (address === edit.before || address === edit.after) ? edit.shown : applied;

  const settle = (next: readonly Rule[]) => {
    const tree = treeOf(next.filter(isComplete));
    setEdit({ shown: next, before: address, after: JSON.stringify(filtersIn(tree)) });
    void navigate({
      search: (now) => ({ ...now, rules: tree, page: undefined, cursor: undefined }),
      replace: true,
      resetScroll: false,
    });
  };

  return {
    applied,
    shown,
    tree: useMemo(() => treeOf(applied), [applied]),
    /** Only one filter can be half-made; adding another drops it. */
    add: (rule: Rule) => settle([...applied, rule]),
    change: (at: number, rule: Rule) => settle(shown.with(at, rule)),
    remove: (at: number) => settle(shown.toSpliced(at, 1)),
    /** Everything that narrows the list, the search too. */
    clear: () => {
      setEdit(undefined);
      void navigate({
        search: (now) => ({
          ...now,
          rules: undefined,
          segmentId: undefined,
          search: undefined,
          page: undefined,
          cursor: undefined,
        }),
        replace: true,
      });
    },
  };
}

export type Filters = ReturnType<typeof useFilters>;
