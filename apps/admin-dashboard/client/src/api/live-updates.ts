import { onlineManager } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ChangeSubject } from '@care-atlas/domain/access';
import { urlOf } from './call.js';
import { queryClient, sessionQuery } from './queries.js';

/** The query subjects that each change invalidates. */
const INVALIDATED: Record<ChangeSubject, readonly string[]> = {
  runs: ['runs', 'directory', 'corrections', 'imports'],
  usage: ['usage', 'keys'],
  keys: ['keys'],
  audit: ['audit', 'account', 'accuracy', 'people', 'session', 'corrections', 'imports'],
};

const REOPEN_MS = 5_000;

/** Reloads displayed data when the server reports a change. */
export function useLiveUpdates(): void {
  useEffect(() => {
    let stream: EventSource;
    let reopening: number | undefined;
    let wasLost = false;
    const open = () => {
      stream = new EventSource(urlOf('streamChanges'));
      for (const [event, subjects] of Object.entries(INVALIDATED)) {
        stream.addEventListener(event, () => {
          for (const subject of subjects) void queryClient.invalidateQueries({ queryKey: [subject] });
        });
      }
      // Queries that are sent during an outage fail, which the page shows, and repeat until it ends.
      stream.addEventListener('outage', () => {
        void queryClient.invalidateQueries(undefined, { cancelRefetch: false });
      });
      stream.addEventListener('open', () => {
        onlineManager.setOnline(true);
        // Events during the interruption were missed.
        if (wasLost) void queryClient.invalidateQueries();
        wasLost = false;
      });
      stream.addEventListener('error', () => {
        wasLost = true;
        // The browser reconnects on its own, unless the server answers with an error.
        if (stream.readyState !== EventSource.CLOSED) return;
        // The error may mean that the session has ended.
        void queryClient.invalidateQueries(sessionQuery, { cancelRefetch: false });
        reopening = window.setTimeout(open, REOPEN_MS);
      });
    };
    open();
    return () => {
      stream.close();
      clearTimeout(reopening);
    };
  }, []);
}
