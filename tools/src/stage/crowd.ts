import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, Asking, Connection } from './connection.js';
import { until } from './until.js';

/** Where nobody answers, a client tries again after a moment, as clients do. */
const PAUSE_MS = 20;

/** What a client asks for. */
export interface Errand extends Asking {
  readonly path: string;
}

/** A request of a crowd and what came of it. Times are those of `performance.now()`. */
export interface Visit {
  readonly path: string;
  readonly begun: number;
  readonly ended: number;
  /** 0 when the connection broke, or was refused, before an answer was complete. */
  readonly status: number;
  readonly retryAfter: string | undefined;
}

/** Clients that ask one thing after the other, each over a kept-alive connection of its own, until they are sent home. */
export class Crowd {
  readonly visits: Visit[] = [];
  readonly #clients: Promise<unknown>;
  #over = false;

  /**
   * @param connections one for each client
   * @param errands gone through by each client in turn, over and over
   * @param hear told of every answer; what it throws ends the crowd, and is thrown by `disperse`
   */
  constructor(
    connections: readonly Connection[],
    errands: readonly Errand[],
    hear: (answer: Answer, errand: Errand) => void = () => undefined,
  ) {
    this.#clients = Promise.all(
      connections.map((connection, i) => this.#client(connection, errands, i, hear)),
    );
    // It is thrown when the crowd is sent home.
    this.#clients.catch(() => (this.#over = true));
  }

  /** Waits until so many more visits have been made. */
  async more(count: number): Promise<void> {
    const enough = this.visits.length + count;
    await until(`${count} more requests were answered`, () => this.#over || this.visits.length >= enough);
  }

  /** Lets everybody finish what they are at, and go. */
  async disperse(): Promise<readonly Visit[]> {
    this.#over = true;
    await this.#clients;
    return this.visits;
  }

  async #client(
    connection: Connection,
    errands: readonly Errand[],
    first: number,
    hear: (answer: Answer, errand: Errand) => void,
  ): Promise<void> {
    for (let i = first; !this.#over; i++) {
      const errand = errands[i % errands.length]!;
      const begun = performance.now();
      const answer = await connection.ask(errand.path, errand).catch(() => undefined);
      this.visits.push({
        path: errand.path,
        begun,
        ended: performance.now(),
        status: answer?.status ?? 0,
        retryAfter: answer?.headers['retry-after'],
      });
      if (answer) hear(answer, errand);
      else await sleep(PAUSE_MS);
    }
  }
}

/** How many of some visits ended with each status. */
export function tally(visits: readonly Visit[]): Readonly<Record<number, number>> {
  const counts: Record<number, number> = {};
  for (const { status } of visits) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** The longest of some visits, in milliseconds. */
export function longest(visits: readonly Visit[]): number {
  return visits.reduce((most, { begun, ended }) => Math.max(most, ended - begun), 0);
}
