import { AsyncResource } from 'node:async_hooks';
import type { Pool, PoolClient } from 'pg';

/** Receives the end of a statement, with the error if it failed. */
export type StatementEnd = (error?: Error) => void;

type Query = (...parameters: unknown[]) => unknown;
type Callback = (error: Error | undefined, ...rest: unknown[]) => void;

/**
 * Observes every statement of a pool, in the asynchronous context of its sender.
 * @param begun receives the text of a statement, with placeholders for values; returns the listener for its end
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

/** The pool calls a waiting caller in the context of the one that released the connection; this keeps the caller's. */
function keepContext(pool: Pool): void {
  const connect = pool.connect.bind(pool) as Query;
  const inContext = (callback?: Callback) => connect(callback && AsyncResource.bind(callback));
  pool.connect = inContext as typeof pool.connect;
}

function watchClient(client: PoolClient, begun: (text: string) => StatementEnd): void {
  const query = client.query.bind(client) as Query;
  const watchedQuery: Query = (...parameters) => {
    const ended = begun(textOf(parameters[0]));
    const callback = parameters.at(-1);
    if (typeof callback === 'function') {
      const observed: Callback = (error, ...rest) => {
        ended(error);
        (callback as Callback)(error, ...rest);
      };
      return query(...parameters.slice(0, -1), observed);
    }
    const answer = query(...parameters);
    if (answer instanceof Promise) answer.then(() => ended(), ended);
    return answer;
  };
  client.query = watchedQuery as typeof client.query;
}

function textOf(statement: unknown): string {
  return typeof statement === 'string' ? statement : (statement as { readonly text: string }).text;
}
