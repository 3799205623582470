import { onlineManager } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ChangeSubject } from '#contract/endpoints';
import { urlOf } from './call.js';
import { queryClient, sessionQuery } from './queries.js';

/** The query subjects that each change invalidates. */
const INVALIDATED: Record<ChangeSubject, readonly string[]> = {
  runs: ['runs', 'directory'],
  usage: ['usage', 'keys'],
  keys: ['keys'],
  audit: ['audit', 'account'],
};

/** Reloads displayed data when the server reports a change. */
export function useLiveUpdates(): void {
  useEffect(() => {
    let wasLost = false;
    const stream = new EventSource(urlOf('streamChanges'));
    for (const [event, subjects] of Object.entries(INVALIDATED)) {
      stream.addEventListener(event, () => {
        for (const subject of subjects) void queryClient.invalidateQueries({ queryKey: [subject] });
      });
    }
    stream.addEventListener('open', () => {
      onlineManager.setOnline(true);
      // Events during the interruption were missed.
      if (wasLost) void queryClient.invalidateQueries();
      wasLost = false;
    });
    stream.addEventListener('error', () => {
      wasLost = true;
      // The browser reconnects on its own, unless the server refuses because the session has ended.
      if (stream.readyState === EventSource.CLOSED) void queryClient.invalidateQueries(sessionQuery);
    });
    return () => stream.close();
  }, []);
}
