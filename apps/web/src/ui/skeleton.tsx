import type { CSSProperties, ReactNode } from 'react';
import { cx } from './class-names.ts';
import { useUiText } from './ui-text.tsx';

type SkeletonProps = {
  shape?: 'line' | 'block' | 'circle' | undefined;
  width?: CSSProperties['width'];
  height?: CSSProperties['height'];
  className?: string | undefined;
};

const shapeClass = { line: 'h-2.5 rounded-full', block: 'rounded-md', circle: 'rounded-full' };

/** One grey shape. Build the final layout out of them, so nothing jumps when the content arrives. */
export function Skeleton({ shape = 'line', width, height, className }: SkeletonProps) {
  return (
    <span
      aria-hidden
      style={{ width, height }}
      className={cx('block animate-[skeleton-breathe_1.6s_ease-in-out_infinite] bg-fill', shapeClass[shape], className)}
    />
  );
}

/** Wraps a group of shapes and tells screen readers once that something loads. */
export function SkeletonGroup({ className, children }: { className?: string | undefined; children: ReactNode }) {
  const text = useUiText();
  return (
    <output aria-busy className={cx('block', className)}>
      <span className="sr-only">{text.loading}</span>
      {children}
    </output>
  );
}

const ROWS = [0, 1, 2, 3, 4];

/** List rows that fade out towards the bottom. */
export function SkeletonRows({ className }: { className?: string | undefined }) {
  return (
    <SkeletonGroup className={className}>
      {ROWS.map((row) => (
        <div
          key={row}
          className="flex h-(--row-regular) items-center gap-3 border-b border-line"
          style={{ opacity: 1 - row * 0.17 }}
        >
          <Skeleton shape="circle" width={28} height={28} />
          <Skeleton width={`${26 - (row % 3) * 5}%`} />
          <Skeleton width="12%" className="ml-auto" />
          <Skeleton width="12%" />
        </div>
      ))}
    </SkeletonGroup>
  );
}
