import { lazy, Suspense } from 'react';
import type { ShellState } from './shell-state.ts';

/** The palette brings its own library, so it is fetched when first opened. */
const Commands = lazy(async () => ({ default: (await import('./commands.tsx')).Commands }));

export function CommandDialog({ shell }: { shell: ShellState }) {
  if (shell.layer !== 'palette') return null;
  return (
    <Suspense fallback={null}>
      <Commands shell={shell} />
    </Suspense>
  );
}
