import { createContext, use, useEffect } from 'react';

/** Set by a layer that asks before what was typed in it is lost. */
export const DirtyFormContext = createContext<((dirty: boolean) => void) | undefined>(undefined);

/** Tells the layer around a form whether anything in it is unsaved. */
export function useReportDirty(dirty: boolean): void {
  const report = use(DirtyFormContext);
  useEffect(() => report?.(dirty), [report, dirty]);
}
