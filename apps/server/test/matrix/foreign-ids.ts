import { describe, expect, test, vi } from 'vitest';
import { someOf } from '../harness/cases.ts';
import { startTestApi, type TestApi } from '../harness/test-api.ts';
import { allSlots, runMatrix } from './run-matrix.ts';
import { say } from './say.ts';
import { type Removed, withoutFilters } from './without-filters.ts';

/** Four files share the slots, so that both workers of a run have some. */
const shards = 4;

export async function withApi<Result>(
  options: Parameters<typeof startTestApi>[0],
  fn: (api: TestApi) => Promise<Result>,
): Promise<Result> {
  const api = await startTestApi(options);
  try {
    return await fn(api);
  } finally {
    await api.close();
  }
}

/** The cells of every fourth slot. Neighbours belong to one feature, so each file has some of all. */
export function describeForeignIds(shard: number): void {
  /** Thousands of requests on a machine that may be busy with other tests. */
  vi.setConfig({ testTimeout: 480_000 });
  const slots = allSlots.filter((_, at) => at % shards === shard - 1);

  describe('MT4 an id that is not yours', () => {
    test('answers like an id that nobody has, in every slot of every call, and changes nothing', async () => {
      const { cells, leaks } = await withApi({}, (api) => runMatrix(api, { slots, malformed: true }));

      say(`tenant matrix ${shard} of ${shards}: ${cells} cells, ${leaks.length} leaks`);
      expect(leaks).toEqual([]);
    });

    test('is still nobody when every feature forgets its filter and only the database protects', async () => {
      const removed: Removed = { filters: 0 };

      const { cells, leaks } = await withApi({ wrapDatabase: (database) => withoutFilters(database, removed) }, (api) =>
        // The first test goes through all; here the policies stand alone, table by table.
        runMatrix(api, { slots: someOf(slots, shard) }),
      );

      say(`the same on policies alone: ${cells} cells, ${leaks.length} leaks, ${removed.filters} filters removed`);
      expect(removed.filters).toBeGreaterThan(100);
      expect(leaks).toEqual([]);
    });
  });
}
