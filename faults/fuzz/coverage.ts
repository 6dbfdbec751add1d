import { type Profiler, Session } from 'node:inspector';

/** The blocks of our own code that ran since it was last asked, as numbers that stay the same within a process. */
export function watchCoverage(isWatched: (url: string) => boolean): () => number[] {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  const numbers = new Map<string, number>();
  const numberOf = (key: string): number => {
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, numbers.size);
    return numbers.size - 1;
  };

  return () => {
    let scripts: Profiler.ScriptCoverage[] = [];
    // In the same thread the answer comes before `post` returns.
    session.post('Profiler.takePreciseCoverage', (_, answer) => (scripts = answer.result));
    return scripts
      .filter(({ url }) => isWatched(url))
      .flatMap(({ scriptId, functions }) =>
        functions.flatMap(({ ranges }) =>
          ranges
            .filter(({ count }) => count > 0)
            // How often matters up to a power of two: a loop that runs eight times is another path than one that runs once.
            .map(({ startOffset, endOffset, count }) =>
              numberOf(`${scriptId} ${startOffset} ${endOffset} ${Math.min(4, Math.floor(Math.log2(count) / 2))}`),
            ),
        ),
      );
  };
}
