import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type LocalPostgres, oneLine, startLocalPostgres } from '@care-atlas/local-postgres/local-postgres';
import type { RestartPauses } from './supervised-service.js';

/** When the server is started again, and when no longer. */
export interface PostgresPatience extends RestartPauses {
  /** After so many restarts in a row, none of which lasted, the server is given up. */
  readonly mostRestarts: number;
}
const PATIENCE: PostgresPatience = { firstMs: 1_000, longestMs: 30_000, stableMs: 60_000, mostRestarts: 8 };

/** The project's own PostgreSQL, which is started again on the same port whenever it ends. */
export class SupervisedPostgres {
  /** Resolves with the URL of the database, which stays valid; rejects if the server cannot be started. */
  readonly ready: Promise<string>;
  /** Rejects when the server has ended too often. */
  readonly failed: Promise<never>;
  readonly #stopped = new AbortController();
  readonly #supervision: Promise<void>;
  #server: LocalPostgres | undefined;

  /** @param log receives a line for each end, and for each start */
  constructor(
    private readonly directory: string,
    private readonly log: (line: string) => void,
    private readonly patience = PATIENCE,
  ) {
    this.ready = this.#start();
    const failure = Promise.withResolvers<never>();
    this.failed = failure.promise;
    this.#supervision = this.ready.then(() => this.#supervise()).catch(failure.reject);
    // A caller may wait for one of them only.
    for (const promise of [this.ready, this.failed]) promise.catch(() => undefined);
  }

  /** Ends the supervision, and stops the server unless another process uses it. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#supervision;
    await this.#server?.stop();
  }

  /** @throws an Error if the address had to change, which the services cannot follow */
  async #start(): Promise<string> {
    const server = await startLocalPostgres({
      directory: this.directory,
      onProgress: this.log,
      port: this.#server?.port,
      signal: this.#stopped.signal,
    });
    if (this.#server && this.#server.port !== server.port) {
      await server.stop();
      throw new Error(`another program started it, on another port: ${server.port}`);
    }
    this.#server = server;
    return server.url();
  }

  async #supervise(): Promise<void> {
    const { stableMs, mostRestarts } = this.patience;
    const { signal } = this.#stopped;
    const stopped = new Promise<string>((resolve) =>
      signal.addEventListener('abort', () => resolve('stopped'), { once: true }),
    );
    let [losses, restarts] = [0, 0];
    for (;;) {
      const begun = performance.now();
      let problem = await Promise.race([this.#server!.lost, stopped]);
      if (performance.now() - begun >= stableMs) [losses, restarts] = [0, 0];
      for (let lost = true; lost; losses++) {
        if (signal.aborted) return;
        if (restarts >= mostRestarts) throw new Error(this.#farewell(restarts, problem));
        await this.#pause(losses, problem);
        if (signal.aborted) return;
        try {
          await this.#start();
          lost = false;
          // A server that still runs has only closed the connection, or recovers by itself.
          if (!this.#server!.alreadyRunning) restarts++;
        } catch (error) {
          problem = (error as Error).message;
          restarts++;
        }
      }
    }
  }

  /** The first restart follows at once: requests wait for it. */
  async #pause(losses: number, problem: string): Promise<void> {
    const { firstMs, longestMs } = this.patience;
    const pause = losses === 0 ? 0 : Math.min(firstMs * 2 ** (losses - 1), longestMs);
    const when = pause === 0 ? 'at once' : `in ${pause / 1000} s`;
    this.log(`PostgreSQL is not available (${oneLine(problem)}); unless it still runs, it restarts ${when}.`);
    await sleep(pause, undefined, { signal: this.#stopped.signal }).catch(() => undefined);
  }

  #farewell(restarts: number, problem: string): string {
    return (
      `PostgreSQL does not stay up: it was started again ${restarts} times in a row, and ended again (${problem}). ` +
      `Its log says why: ${join(this.directory, 'server.log')}. Mend the cause, then start again.`
    );
  }
}
