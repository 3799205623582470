import {
  keepPreviousData,
  MutationCache,
  QueryCache,
  QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { includesRole, type Role } from '@care-atlas/domain/access';
import { type EndpointName, ENDPOINTS } from '#contract/endpoints';
import type { SessionState } from '#contract/people/sign-in';
import { type Args, call, type JsonEndpoint } from './call.js';
import { ApiError, ConnectionError } from './errors.js';

/** Returns the query of an endpoint. Its key begins with the subject, so that change events can invalidate it. */
export function queryOf<Name extends JsonEndpoint>(name: Name, ...args: Args<Name>) {
  const [, , subject = ''] = ENDPOINTS[name].path.split('/');
  return queryOptions({ queryKey: [subject, name, ...args], queryFn: () => call(name, ...args) });
}

/** The key of the mutation that changes the own password. */
export const PASSWORD_CHANGE_KEY = ['password-change'];

export const sessionQuery = queryOptions({
  ...queryOf('getSession'),
  queryFn: async () => {
    await passwordChangeEnded();
    return call('getSession');
  },
  staleTime: Infinity,
});
export const accountQuery = queryOf('getAccount');

const MAX_RETRY_DELAY_MS = 5_000;

/** Reloads the session after a 401, which leads to signing in. */
function onError(error: Error): void {
  if (error instanceof ApiError && error.status === 401) void queryClient.invalidateQueries(sessionQuery);
}

export const queryClient = new QueryClient({
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

/**
 * Waits until a change of one's own password has ended. The server ends the session before its answer brings the cookie of the
 * next one: a request for the session in between would be answered "signed out".
 */
function passwordChangeEnded(): Promise<void> {
  const isChanging = () => queryClient.isMutating({ mutationKey: PASSWORD_CHANGE_KEY }) > 0;
  return new Promise((resolve) => {
    const mutations = queryClient.getMutationCache();
    const stop = mutations.subscribe(check);
    function check() {
      if (isChanging()) return;
      stop();
      resolve();
    }
    check();
  });
}

/** The role of the person whose page it is, also while the person signs in again. */
export const RoleContext = createContext<Role>('viewer');

/** Returns a function that says whether the person whose page it is may do what needs a role. */
export function useRole(): (needed: Role) => boolean {
  const role = useContext(RoleContext);
  return (needed) => includesRole(role, needed);
}

/** Returns whether the person whose page it is may do what needs a role. */
export function useMay(needed: Role): boolean {
  return useRole()(needed);
}

type PathPart<Path extends string> = Path extends `/api/${infer Part}/${string}`
  ? Part
  : Path extends `/api/${infer Part}`
    ? Part
    : never;
/** The common first part of the paths of endpoints, such as `keys`. */
export type Subject = PathPart<(typeof ENDPOINTS)[EndpointName]['path']>;

/** Loads again what the page shows of a subject. */
export function reload(subject: Subject): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [subject] });
}

/** Stores a new state of the session, which decides whether the page can be used, or the next step of signing in. */
export function setSession(state: SessionState): void {
  // An answer under way is about the session before.
  void queryClient.cancelQueries(sessionQuery);
  queryClient.setQueryData(sessionQuery.queryKey, state);
}
