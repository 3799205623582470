import { onlineManager } from '@tanstack/react-query';
import { type ComponentType, lazy, useSyncExternalStore } from 'react';
import { ENDPOINTS } from '#contract/endpoints';
import { ApiError } from './errors.js';
import { queryClient } from './queries.js';

const PING_MS = 2_000;

/** What keeps the page from current data: the server cannot be reached, or it cannot reach its database. */
export type Trouble = 'offline' | 'outage';

export function useTrouble(): Trouble | undefined {
  return useSyncExternalStore(subscribe, currentTrouble);
}

const queries = queryClient.getQueryCache();

function subscribe(listener: () => void): () => void {
  const ends = [onlineManager.subscribe(listener), queries.subscribe(listener)];
  return () => ends.forEach((end) => end());
}

function currentTrouble(): Trouble | undefined {
  if (!onlineManager.isOnline()) return 'offline';
  return queries.getAll().some(({ state }) => isOutage(state.fetchFailureReason)) ? 'outage' : undefined;
}

function isOutage(error: Error | null): boolean {
  return error instanceof ApiError && error.status === 503;
}

/**
 * Loads the script of a page when it is first shown. If the server cannot be reached, waits until it can, and then loads
 * the address again, because browsers may remember that a script failed.
 */
export function lazyPage<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return lazy(() =>
    load().catch(async (error: unknown) => {
      // The server is there, but not the script: a newer version has replaced it.
      if (await isReachable()) throw error;
      while (!(await isReachable())) await new Promise((resolve) => setTimeout(resolve, PING_MS));
      location.reload();
      return new Promise<never>(() => undefined);
    }),
  );
}

async function isReachable(): Promise<boolean> {
  const request = fetch(ENDPOINTS.ping.path, { credentials: 'omit' });
  const isOnline = await request.then(
    ({ ok }) => ok,
    () => false,
  );
  onlineManager.setOnline(isOnline);
  return isOnline;
}
