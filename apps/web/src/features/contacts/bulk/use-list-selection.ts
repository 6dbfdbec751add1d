import { useMemo, useState } from 'react';
import { useBulkSelection, type BulkSelection } from '#ui/use-bulk-selection.ts';

/**
 * Everybody who fits cannot be meant with exceptions, because the server knows people by name or by filter.
 * Taking one out of "all" therefore leaves the rest of the page chosen. Another filter means other people.
 */
export function useListSelection(filterKey: string): BulkSelection {
  const selection = useBulkSelection();
  const [known, setKnown] = useState(filterKey);
  if (known !== filterKey) {
    setKnown(filterKey);
    selection.clear();
  }

  return useMemo(
    () => ({
      ...selection,
      toggle: (id, pageIds, range) => {
        if (selection.all) {
          selection.clear();
          selection.togglePage(pageIds);
        }
        selection.toggle(id, pageIds, range && !selection.all);
      },
      togglePage: (pageIds) => (selection.all ? selection.clear() : selection.togglePage(pageIds)),
    }),
    [selection],
  );
}
