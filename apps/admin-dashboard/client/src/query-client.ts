import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { sessionQuestion } from './questions.js';
import { RefusedError, UnreachableError } from './server.js';

const LONGEST_WAIT_MS = 15_000;

/** Whoever is refused as signed out is led to sign in: the session is looked at again. */
export function makeQueryClient(): QueryClient {
  const lookAgain = (error: Error) => {
    if (error instanceof RefusedError && error.status === 401) {
      void client.invalidateQueries({ queryKey: sessionQuestion.queryKey });
    }
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: lookAgain }),
    mutationCache: new MutationCache({ onError: lookAgain }),
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        // A server that is away comes back; a refusal stays one.
        retry: (_count, error) =>
          error instanceof UnreachableError || (error instanceof RefusedError && error.status === 503),
        retryDelay: (attempt) => Math.min(1_000 * 2 ** attempt, LONGEST_WAIT_MS),
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
  return client;
}
