import type { ReactNode } from 'react';
import { useUiText } from './ui-text.tsx';

const LINES = [0, 25, 50, 75, 100];

/** The axes stay, so the card keeps its shape and says what will be here. */
export function ChartEmpty({ action }: { action?: ReactNode }) {
  const text = useUiText();
  return (
    <div className="relative h-full">
      <div aria-hidden className="absolute inset-x-0 top-1 bottom-5">
        {LINES.map((top) => (
          <span key={top} className="absolute inset-x-0 h-px bg-line" style={{ top: `${top}%` }} />
        ))}
      </div>
      <div className="absolute inset-0 grid place-content-center justify-items-center gap-3">
        <p className="bg-surface px-3 text-sm text-subtle">{text.noDataAvailable}</p>
        {action}
      </div>
    </div>
  );
}
