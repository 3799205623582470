import { keepPreviousData, MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, ConnectionError } from './errors.js';
import { sessionQuery } from './queries.js';

const MAX_RETRY_DELAY_MS = 15_000;

/** Creates the query client. A 401 reloads the session, which leads to the sign-in page. */
export function createQueryClient(): QueryClient {
  const onError = (error: Error) => {
    if (error instanceof ApiError && error.status === 401) void client.invalidateQueries(sessionQuery);
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        placeholderData: keepPreviousData,
        // An unavailable server recovers; any other error response is final.
        retry: (_count, error) =>
          error instanceof ConnectionError || (error instanceof ApiError && error.status === 503),
        retryDelay: (attempt) => Math.min(1_000 * 2 ** attempt, MAX_RETRY_DELAY_MS),
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
  return client;
}
