import { AsyncResource } from 'node:async_hooks';
import type { Pool, PoolClient } from 'pg';

/** Told that a statement ended, with what it failed of, if it did. */
export type StatementEnd = (error?: Error) => void;

type Query = (...words: unknown[]) => unknown;
type Callback = (error: Error | undefined, ...rest: unknown[]) => void;

/**
 * Tells of every statement that goes through a pool, in the asynchronous context of whoever sent it.
 * @param begun told the text of a statement, which has placeholders for values; what it gives back is told of the end
 */
export function watchStatements(pool: Pool, begun: (text: string) => StatementEnd): void {
  const watched = new WeakSet<PoolClient>();
  pool.on('acquire', (client) => {
    if (watched.has(client)) return;
    watched.add(client);
    watchClient(client, begun);
  });
  keepContext(pool);
}

/** Who waits for a connection is called by the one who gave it back: in his context, unless it is kept. */
function keepContext(pool: Pool): void {
  const connect = pool.connect.bind(pool) as Query;
  const inContext = (callback?: Callback) => connect(callback && AsyncResource.bind(callback));
  pool.connect = inContext as typeof pool.connect;
}

function watchClient(client: PoolClient, begun: (text: string) => StatementEnd): void {
  const query = client.query.bind(client) as Query;
  const watchedQuery: Query = (...words) => {
    const ended = begun(textOf(words[0]));
    const callback = words.at(-1);
    if (typeof callback === 'function') {
      const told: Callback = (error, ...rest) => {
        ended(error);
        (callback as Callback)(error, ...rest);
      };
      return query(...words.slice(0, -1), told);
    }
    const answer = query(...words);
    if (answer instanceof Promise) answer.then(() => ended(), ended);
    return answer;
  };
  client.query = watchedQuery as typeof client.query;
}

function textOf(statement: unknown): string {
  return typeof statement === 'string' ? statement : (statement as { readonly text: string }).text;
}
