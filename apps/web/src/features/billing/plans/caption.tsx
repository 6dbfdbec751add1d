import type { ReactNode } from 'react';

/** Keeps its room while there is nothing to say, so that the buttons of all plans are in one line. */
export const Caption = ({ children }: { children?: ReactNode }) => (
  <p className="mt-2 text-center text-xs text-muted max-sm:empty:hidden sm:min-h-4">{children}</p>
);
