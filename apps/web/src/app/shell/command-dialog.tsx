import { lazyPart } from '#lib/lazy-part.tsx';
import type { ShellState } from './shell-state.ts';

type Props = { shell: ShellState };

/** The palette brings its own library, so it is fetched when first opened. One that is not there is no open one. */
const Commands = lazyPart<Props>(async () => (await import('./commands.tsx')).Commands, {
  onFailed: ({ shell }) => shell.close(),
});

export const CommandDialog = ({ shell }: Props) => shell.layer === 'palette' && <Commands shell={shell} />;
