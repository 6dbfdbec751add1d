import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  MutationCache,
  QueryCache,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import { ApiProblem } from './api.ts';

/** Milliseconds after which a busy server is asked again: as long as it asks for, then longer, and not all browsers at once. */
// oxlint-disable-next-line no-restricted-properties -- jitter, no secret
const retryDelay = (tries: number) => 5_000 * 2 ** tries * (1 + Math.random() / 2);

/** A restart or a busy moment is over in seconds: whoever only reads need not press anything. */
const retry = (tries: number, error: unknown) =>
  tries < 3 && error instanceof ApiProblem && (error.code === 'overloaded' || error.code === 'unavailable');

/**
 * A list that is read for the first time while something is added to it may have been answered before that: the library waits for
 * that answer and takes it for new. Such a read is done once more.
 */
class FreshQueryClient extends QueryClient {
  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const first = this.getQueryCache()
      .findAll({ ...filters, fetchStatus: 'fetching' })
      .filter(({ state }) => state.data === undefined);
    await super.invalidateQueries(filters, options);
    await Promise.all(
      first.map(async ({ promise, queryKey }) => {
        await promise?.catch(() => {});
        await super.invalidateQueries({ queryKey, exact: true });
      }),
    );
  }
}

const aboutClient: ReadonlySet<string> = new Set(['client_required', 'other_sight']);

/** The session may have ended, lost its client or got another one elsewhere: `checkSession` asks the server before anybody is sent away. */
export function createQueryClient(checkSession: () => void): QueryClient {
  const onError = (error: unknown) => {
    if (error instanceof ApiProblem && (error.status === 401 || aboutClient.has(error.code))) checkSession();
  };
  return new FreshQueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        retry,
        retryDelay,
      },
      mutations: { retry: false },
    },
  });
}
