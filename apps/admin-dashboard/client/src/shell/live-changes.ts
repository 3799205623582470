import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ChangeEvent } from '../../../contract/change-event.js';
import { reachability } from '../reachability.js';

/** Which answers are out of date after each event. */
const OUT_OF_DATE: Record<Exclude<ChangeEvent, 'ping'>, readonly QueryKey[]> = {
  runs: [['runs'], ['directory']],
  usage: [['usage'], ['keys']],
  keys: [['keys']],
  audit: [['audit'], ['account']],
};

/** Brings what is shown up to date whenever the server says that it has changed. */
export function useLiveChanges(): void {
  const client = useQueryClient();
  useEffect(() => {
    let lost = false;
    const stream = new EventSource('/api/changes');
    for (const [event, keys] of Object.entries(OUT_OF_DATE)) {
      stream.addEventListener(event, () => {
        for (const queryKey of keys) void client.invalidateQueries({ queryKey });
      });
    }
    stream.addEventListener('open', () => {
      reachability.set(true);
      // What was told meanwhile was not heard.
      if (lost) void client.invalidateQueries();
      lost = false;
    });
    stream.addEventListener('error', () => {
      lost = true;
      // The browser connects again by itself, unless it was refused: then the session has ended.
      if (stream.readyState === EventSource.CLOSED) void client.invalidateQueries({ queryKey: ['session'] });
    });
    return () => stream.close();
  }, [client]);
}
