import { useState } from 'react';
import { stored } from '#lib/stored.ts';

const key = 'campaigns-view';
export type View = 'grid' | 'list';

/** Cards or a table, as chosen on this device. */
export function useView(): [View, (view: View) => void] {
  const [view, setView] = useState<View>(() => (stored.read(key) === 'list' ? 'list' : 'grid'));
  const choose = (next: View) => {
    stored.write(key, next);
    setView(next);
  };
  return [view, choose];
}
