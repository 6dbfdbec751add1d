import type { Plugin } from 'vite';

type Chunk = { type: 'chunk'; fileName: string; imports: readonly string[]; modules: Record<string, unknown> };
type Bundle = Record<string, Chunk | { type: 'asset' }>;

/**
 * Two files that need each other are run in the order in which a page happens to ask for them, and the first reads what the second
 * has not made yet: every page behind it stays blank. It builds, and only a browser would tell. A part in `screens` whose
 * dependency is not there makes such a pair.
 */
export function withoutChunkCycles(): Plugin {
  return {
    name: 'without-chunk-cycles',
    apply: 'build',
    generateBundle(_options, bundle) {
      const cycle = cycleIn(bundle);
      if (cycle)
        this.error(`Files that need each other; put these into a group of vite.config.ts:\n${cycle.join('\n')}`);
    },
  };
}

/** The modules of the smallest file in a circle, one to a line. */
export function cycleIn(bundle: Bundle): string[] | undefined {
  const importsOf = (name: string): readonly string[] => {
    const chunk = bundle[name];
    return chunk?.type === 'chunk' ? chunk.imports : [];
  };
  const reaches = (from: string, wanted: string, seen = new Set<string>()): boolean =>
    importsOf(from).some((next) => {
      if (next === wanted) return true;
      if (seen.has(next)) return false;
      seen.add(next);
      return reaches(next, wanted, seen);
    });
  const circle = Object.values(bundle).filter(
    (chunk): chunk is Chunk => chunk.type === 'chunk' && reaches(chunk.fileName, chunk.fileName),
  );
  const sizes = circle.map(({ modules }) => Object.keys(modules)).toSorted((a, b) => a.length - b.length);
  return sizes[0];
}
