import { useEffect, useState, useSyncExternalStore } from 'react';
import type { DraftKeeper, DraftRecord } from './draft-keeper.ts';

/** What is still unsaved when the editor is left goes to the server then. */
export function useDraftKeeper<Held extends DraftRecord, Draft>(open: () => DraftKeeper<Held, Draft>) {
  const [keeper] = useState(open);
  useEffect(() => {
    keeper.resume();
    return () => void keeper.flush();
  }, [keeper]);
  return { keeper, kept: useSyncExternalStore(keeper.subscribe, keeper.get) };
}
