import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, Connection, RequestOptions } from './connection.js';
import { until } from './until.js';

/** The pause before a client sends its next request after a broken or refused connection. */
const PAUSE_MS = 20;

/** A request that clients send again and again. */
export interface PlannedRequest extends RequestOptions {
  readonly path: string;
}

/** A request that was sent, and its result. Times are those of `performance.now()`. */
export interface RequestRecord {
  readonly path: string;
  readonly begun: number;
  readonly ended: number;
  /** 0 if the connection broke, or was refused, before the answer was complete. */
  readonly status: number;
  readonly retryAfter: string | undefined;
}

/** Clients that send one request after the other, each over its kept-alive connection, until they are stopped. */
export class ClientLoad {
  readonly records: RequestRecord[] = [];
  readonly #clients: Promise<unknown>;
  #over = false;

  /**
   * @param connections one per client
   * @param planned the requests, which each client sends in turn and repeats
   * @param onAnswer receives every answer; an error that it throws ends the load, and `stop` throws it
   * @param pause milliseconds that a client waits after each answer
   */
  constructor(
    connections: readonly Connection[],
    planned: readonly PlannedRequest[],
    onAnswer: (answer: Answer, request: PlannedRequest) => void = () => undefined,
    private readonly pause = 0,
  ) {
    this.#clients = Promise.all(
      connections.map((connection, i) => this.#client(connection, planned, i, onAnswer)),
    );
    // `stop` throws the error.
    this.#clients.catch(() => (this.#over = true));
  }

  /** Waits for a number of further requests. */
  async waitFor(count: number): Promise<void> {
    const enough = this.records.length + count;
    await until(`${count} more requests were answered`, () => this.#over || this.records.length >= enough);
  }

  /** Waits for the current request of each client, and sends no more. */
  async stop(): Promise<readonly RequestRecord[]> {
    this.#over = true;
    await this.#clients;
    return this.records;
  }

  async #client(
    connection: Connection,
    planned: readonly PlannedRequest[],
    first: number,
    onAnswer: (answer: Answer, request: PlannedRequest) => void,
  ): Promise<void> {
    for (let i = first; !this.#over; i++) {
      const request = planned[i % planned.length]!;
      const begun = performance.now();
      const answer = await connection.ask(request.path, request).catch(() => undefined);
      this.records.push({
        path: request.path,
        begun,
        ended: performance.now(),
        status: answer?.status ?? 0,
        retryAfter: answer?.headers['retry-after'],
      });
      if (answer) onAnswer(answer, request);
      if (!answer || this.pause > 0) await sleep(this.pause || PAUSE_MS);
    }
  }
}

/** Counts requests by their status. */
export function countByStatus(records: readonly RequestRecord[]): Readonly<Record<number, number>> {
  const counts: Record<number, number> = {};
  for (const { status } of records) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** Returns the duration of the longest request, in milliseconds. */
export function longest(records: readonly RequestRecord[]): number {
  return records.reduce((most, { begun, ended }) => Math.max(most, ended - begun), 0);
}
