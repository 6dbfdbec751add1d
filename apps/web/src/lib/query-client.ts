import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiProblem } from './api.ts';

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
        retry: false,
      },
      mutations: { retry: false },
    },
  });
}
