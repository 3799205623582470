import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

/** Records whether the server could be reached. The browser's own online and offline events do the same. */
export function setConnected(isConnected: boolean): void {
  onlineManager.setOnline(isConnected);
}

export function useConnected(): boolean {
  return useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  );
}
