import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiProblem } from './api.ts';

/** Milliseconds after which a busy server is asked again: as long as it asks for, then longer, and not all browsers at once. */
// oxlint-disable-next-line no-restricted-properties -- jitter, no secret
const retryDelay = (tries: number) => 5_000 * 2 ** tries * (1 + Math.random() / 2);

/** A restart or a busy moment is over in seconds: whoever only reads need not press anything. */
const retry = (tries: number, error: unknown) =>
  tries < 3 && error instanceof ApiProblem && (error.code === 'overloaded' || error.code === 'unavailable');

/** The session may have ended, or lost its client, elsewhere: `checkSession` asks the server before anybody is sent away. */
export function createQueryClient(checkSession: () => void): QueryClient {
  const onError = (error: unknown) => {
    if (error instanceof ApiProblem && (error.status === 401 || error.code === 'client_required')) checkSession();
  };
  return new QueryClient({
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
