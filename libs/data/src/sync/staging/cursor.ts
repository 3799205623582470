import type { ClientBase, QueryResultRow } from 'pg';

/** Few enough that their records fit into memory several times. */
const BATCH = 500;

/** The rows of a query, in batches. */
export class Cursor<Row extends QueryResultRow> {
  #isClosed = false;

  private constructor(
    private readonly client: ClientBase,
    private readonly name: string,
  ) {}

  static async open<Row extends QueryResultRow>(
    client: ClientBase,
    name: string,
    query: string,
  ): Promise<Cursor<Row>> {
    await client.query(`declare ${name} no scroll cursor for ${query}`);
    return new Cursor(client, name);
  }

  /** Returns the next rows; none after the last, when the cursor is closed. */
  async next(): Promise<readonly Row[]> {
    if (this.#isClosed) return [];
    const { rows } = await this.client.query<Row>(`fetch ${BATCH} from ${this.name}`);
    this.#isClosed = rows.length < BATCH;
    if (this.#isClosed) await this.client.query(`close ${this.name}`);
    return rows;
  }

  /** Returns the next rows, which PostgreSQL reads while `work` computes. @param work sends no statement */
  async during<Result>(work: () => Result): Promise<readonly [Result, readonly Row[]]> {
    const next = this.next();
    // It is thrown where it is awaited.
    next.catch(() => undefined);
    return [work(), await next];
  }
}

/** Yields the rows of a query in batches. @param name of the cursor */
export async function* inBatches<Row extends QueryResultRow>(
  client: ClientBase,
  name: string,
  query: string,
): AsyncGenerator<readonly Row[]> {
  const cursor = await Cursor.open<Row>(client, name, query);
  for (let rows = await cursor.next(); rows.length > 0; rows = await cursor.next()) yield rows;
}
