import type { UseQueryResult } from '@tanstack/react-query';
import { Card } from '#ui/card.tsx';
import { DataTable, type DataTableProps } from '#ui/data-table.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { SearchInput } from '#ui/search-input.tsx';
import type { useListAddress } from './list-address.ts';
import { problemText } from './problem-text.ts';
import { useSingleKeys } from './shortcuts.ts';

type Page<Row> = { items: Row[]; nextCursor: string | null; total: number };

type ListViewProps<Row extends object> = Pick<
  DataTableProps<Row>,
  'label' | 'columns' | 'rowId' | 'onRowOpen' | 'density' | 'phoneRow' | 'empty'
> & {
  page: UseQueryResult<Page<Row>>;
  list: ReturnType<typeof useListAddress>;
  /** What the search box says. */
  searchLabel: string;
  failedTitle: string;
};

/** A list paged, sorted and searched by the server, with its state in the address: waiting, failed, empty or full. */
export function ListView<Row extends object>({ page, list, searchLabel, failedTitle, ...table }: ListViewProps<Row>) {
  const singleKeys = useSingleKeys();
  return (
    <>
      {/* It stays when the list failed: what the server refuses may be the search itself. */}
      <SearchInput
        label={searchLabel}
        placeholder={searchLabel}
        value={list.search}
        onValueChange={list.setSearch}
        hotkey={singleKeys}
        className="sm:max-w-80"
      />
      {page.isError ? (
        <Card>
          <LoadError
            title={failedTitle}
            message={problemText(page.error)}
            retry={() => list.retry(page)}
            busy={page.isFetching}
          />
        </Card>
      ) : (
        <Card flush className="overflow-hidden">
          <DataTable
            {...table}
            rows={page.data?.items}
            refreshing={page.isPlaceholderData}
            sort={list.order}
            onSortChange={list.setOrder}
            pagination={page.data && list.pagination(page.data.total, page.data.nextCursor)}
          />
        </Card>
      )}
    </>
  );
}
