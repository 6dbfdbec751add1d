import { cx } from './class-names.ts';
import { edgeClass } from './data-table-head.tsx';
import { densityClass } from './data-table-row.tsx';
import { Skeleton } from './skeleton.tsx';
import type { Density } from './table-preferences.ts';

const ROWS = [0, 1, 2, 3, 4, 5, 6, 7];
const WIDTHS = ['55%', '70%', '45%', '60%', '50%'];

type DataTableSkeletonProps = { columns: number; selectable: boolean; density: Density; shown: boolean };

/** Takes its room at once and becomes visible after the delay, so the footer never jumps. */
export function DataTableSkeleton({ columns, selectable, density, shown }: DataTableSkeletonProps) {
  const cells = Array.from({ length: columns }, (_, index) => index);
  return (
    <tbody aria-hidden className={shown ? undefined : 'opacity-0'}>
      {ROWS.map((row) => (
        <tr key={row} className={densityClass[density]} style={{ opacity: 1 - row * 0.11 }}>
          {selectable && (
            <td className={cx('w-10 border-b border-line px-2.5', edgeClass)}>
              <Skeleton shape="block" width={16} height={16} className="rounded-xs!" />
            </td>
          )}
          {cells.map((cell) => (
            <td key={cell} className={cx('border-b border-line px-2.5', edgeClass)}>
              <Skeleton width={WIDTHS[(row + cell) % WIDTHS.length]} className="min-w-12" />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}
