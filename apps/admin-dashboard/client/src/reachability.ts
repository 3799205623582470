import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let reachable = true;

/** Whether the server answered when it was asked last. */
export const reachability = {
  get: (): boolean => reachable,
  set: (now: boolean): void => {
    if (now === reachable) return;
    reachable = now;
    for (const tell of listeners) tell();
  },
  subscribe: (tell: () => void): (() => void) => {
    listeners.add(tell);
    return () => listeners.delete(tell);
  },
};

export function useReachable(): boolean {
  return useSyncExternalStore(reachability.subscribe, reachability.get);
}
