import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { cx } from './class-names.ts';
import { IconButton } from './icon-button.tsx';
import { Menu, MenuChoices } from './menu.tsx';
import { useUiText } from './ui-text.tsx';

export const PAGE_SIZES = [25, 50, 100] as const;

export type PaginationProps = {
  /** Starts at 1. */
  page: number;
  pageSize: number;
  total: number;
  /** There are more than `total`; how many is not known yet. */
  atLeast?: boolean | undefined;
  onPageChange: (page: number) => void;
  onPageSizeChange?: ((pageSize: number) => void) | undefined;
  /** Said at the end of the line. Beside it the controls are left out while there is one page. */
  note?: ReactNode;
  className?: string | undefined;
};

export function Pagination(props: PaginationProps) {
  const { page, pageSize, total, atLeast = false, onPageChange, onPageSizeChange, note, className } = props;
  const text = useUiText();
  const from = Math.min(total, (page - 1) * pageSize + 1);
  const to = Math.min(total, page * pageSize);
  const isOnly = note !== undefined && page === 1 && total <= Math.min(pageSize, PAGE_SIZES[0]);

  return (
    <nav aria-label={text.pagination} className={cx('flex flex-1 items-center gap-2', className)}>
      <span aria-live="polite" className="text-xs text-muted tabular-nums">
        {text.pageRange(from, to, total)}
        {atLeast && '+'}
      </span>
      <div className="ml-auto flex items-center gap-2">
        {note !== undefined && <span className="text-right text-xs text-subtle">{note}</span>}
        {!isOnly && (
          <>
            {onPageSizeChange && <PageSize pageSize={pageSize} onPageSizeChange={onPageSizeChange} />}
            <IconButton
              label={text.previousPage}
              icon={ChevronLeft}
              variant="secondary"
              size="sm"
              disabled={page <= 1}
              onClick={() => onPageChange(page - 1)}
            />
            <IconButton
              label={text.nextPage}
              icon={ChevronRight}
              variant="secondary"
              size="sm"
              disabled={to >= total && !atLeast}
              onClick={() => onPageChange(page + 1)}
            />
          </>
        )}
      </div>
    </nav>
  );
}

type PageSizeProps = { pageSize: number; onPageSizeChange: (pageSize: number) => void };

function PageSize({ pageSize, onPageSizeChange }: PageSizeProps) {
  const text = useUiText();
  return (
    <Menu
      side="top"
      trigger={
        <Button variant="ghost" size="sm" className="font-normal!">
          {text.perPage(pageSize)}
        </Button>
      }
    >
      <MenuChoices
        value={String(pageSize)}
        onValueChange={(value) => onPageSizeChange(Number(value))}
        options={PAGE_SIZES.map((size) => ({ value: String(size), label: text.perPage(size) }))}
      />
    </Menu>
  );
}
