import type { ClientBase } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { copyText, type CopyValue } from './copy-text.js';

const PIECE_CHARACTERS = 524_288;

/** The number of statements that may wait: enough that neither side stands still when the other is slow for a moment. */
const MAX_WAITING = 3;

/** Sends statements one after the other over one connection, while further ones are prepared. */
export class StatementQueue {
  /** The last statement, which begins when those before it have ended. */
  #last: Promise<unknown> | undefined;
  /** Those of which nobody awaits the result. */
  #waiting: Promise<unknown>[] = [];
  #isAbandoned = false;

  constructor(private readonly client: ClientBase) {}

  /** Sends a statement when those before it have ended. @returns its result @throws what it or an earlier one threw */
  run<Result>(statement: (client: ClientBase) => Promise<Result>): Promise<Result> {
    const sent = this.#last
      ? this.#last.then(() => {
          if (this.#isAbandoned) throw new Error('An earlier statement failed.');
          return statement(this.client);
        })
      : statement(this.client);
    // It is thrown where the statement is awaited.
    sent.catch(() => undefined);
    this.#last = sent;
    return sent;
  }

  /** Sends a statement, and waits only when too many wait. @throws what an earlier one threw */
  async send(statement: (client: ClientBase) => Promise<unknown>): Promise<void> {
    this.#waiting.push(this.run(statement));
    if (this.#waiting.length > MAX_WAITING) await this.#waiting.shift();
  }

  /** Waits for the last statement. @throws what any of them threw */
  async end(): Promise<void> {
    await this.#last;
    this.#waiting = [];
  }

  /** Drops the statements that have not begun, and waits for the one that has: none may follow a rollback. */
  async abandon(): Promise<void> {
    this.#isAbandoned = true;
    await this.#last?.catch(() => undefined);
  }
}

/** Runs work that sends statements without waiting for them. @throws what it throws, or any of the statements */
export async function writing(queue: StatementQueue, work: () => Promise<void>): Promise<void> {
  try {
    await work();
    await queue.end();
  } catch (error) {
    await queue.abandon();
    throw error;
  }
}

/** Copies lines into a table, a piece at a time, so that several tables can be filled in turns. */
export class CopyTarget {
  #piece = '';
  readonly #statement: string;

  /** @param columns SQL for the columns of a line, in its order */
  constructor(
    readonly queue: StatementQueue,
    table: string,
    columns: string,
  ) {
    this.#statement = `copy ${table} (${columns}) from stdin`;
  }

  /** Adds lines in the text format of COPY. Call `send` when there are enough. */
  add(lines: string): void {
    this.#piece += lines;
  }

  /** Whether there are enough lines to send. */
  get isFull(): boolean {
    return this.#piece.length >= PIECE_CHARACTERS;
  }

  /** Sends what was added. */
  async send(): Promise<void> {
    const piece = this.#piece;
    if (!piece) return;
    this.#piece = '';
    await this.queue.send((client) => copyLines(client, this.#statement, piece));
  }
}

/** Copies rows into a table. @param table SQL for the table, and the columns in parentheses */
export async function copyInto(
  client: ClientBase,
  table: string,
  rows: readonly (readonly CopyValue[])[],
): Promise<void> {
  if (rows.length === 0) return;
  await copyLines(client, `copy ${table} from stdin`, rows.map((row) => `${copyText(row)}\n`).join(''));
}

function copyLines(client: ClientBase, statement: string, lines: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const copy = client.query(copyFrom(statement));
    copy.once('finish', resolve).once('error', reject);
    copy.end(lines);
  });
}
