import { docksFor } from '../registry.ts';
import { usePerson } from './shell-state.ts';

/** Work under way, bottom right, on every page. */
export function Dock() {
  return (
    <div className="pointer-events-none fixed right-5 bottom-18 z-(--z-selection) flex w-md max-w-[calc(100vw-2rem)] flex-col gap-3 *:pointer-events-auto max-sm:right-4">
      {docksFor(usePerson()).map(({ id, Cards }) => (
        <Cards key={id} />
      ))}
    </div>
  );
}
