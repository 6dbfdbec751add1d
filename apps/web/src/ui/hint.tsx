import type { ReactNode } from 'react';
import { cx } from './class-names.ts';
import { Tooltip } from './tooltip.tsx';

type HintProps = {
  /** What the name means; without it there is only the name. */
  text: string | undefined;
  side?: 'top' | 'bottom' | undefined;
  className?: string | undefined;
  children: ReactNode;
};

/** A name that says what it means on hover, focus and tap. */
export function Hint({ text, side, className, children }: HintProps) {
  if (!text) return children;
  return (
    <Tooltip label={text} side={side} tap>
      <button
        type="button"
        className={cx(
          'max-w-full cursor-help truncate rounded-xs text-left decoration-dotted underline-offset-3 hover:underline coarse:underline',
          className,
        )}
      >
        {children}
      </button>
    </Tooltip>
  );
}
