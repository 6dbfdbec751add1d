import type { KeyboardEvent, PointerEvent } from 'react';

type ColumnResizerProps = { label: string; onResize: (pixels: number) => void };

export const columnWidths = { least: 64, most: 640 } as const;
const step = 16;

const bounded = (pixels: number): number =>
  Math.round(Math.max(columnWidths.least, Math.min(columnWidths.most, pixels)));

const widthOf = (element: Element): number => element.closest('th')?.getBoundingClientRect().width ?? 0;

/** The right edge of a column's head: dragged by the pointer, moved by the arrow keys. */
export function ColumnResizer({ label, onResize }: ColumnResizerProps) {
  const begin = (event: PointerEvent<HTMLButtonElement>) => {
    const edge = event.currentTarget;
    const from = event.clientX - widthOf(edge);
    edge.setPointerCapture(event.pointerId);
    const follow = ({ clientX }: globalThis.PointerEvent) => onResize(bounded(clientX - from));
    edge.addEventListener('pointermove', follow);
    edge.addEventListener('pointerup', () => edge.removeEventListener('pointermove', follow), { once: true });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>) => {
    const sign = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (sign === undefined) return;
    event.preventDefault();
    onResize(bounded(widthOf(event.currentTarget) + sign * step));
  };
  return (
    <button
      type="button"
      aria-label={label}
      onPointerDown={begin}
      onKeyDown={onKeyDown}
      className="absolute inset-y-1.5 right-0 w-2 cursor-col-resize touch-none border-r border-transparent group-hover/th:border-line-strong hover:border-line-control focus-visible:border-line-control"
    />
  );
}
