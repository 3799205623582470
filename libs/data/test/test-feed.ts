import { AsOf } from '@care-atlas/domain/rules';
import { PATIENT } from '@care-atlas/local-postgres/test-database';
import { type Database, openDatabase } from '../src/connection/database.js';
import { ChangeFeedRepository } from '../src/directory/feed/change-feed.repository.js';
import { empty, NOW, rowsOf, type TestDatabase, useTestDatabase } from './test-directory.js';

/** Before most changes, so that copies age what they get. */
export const AS_OF = new AsOf(NOW);

/** A database that is empty before each test, with its feed of changes. */
export class TestFeed {
  #opened: Database | undefined;
  readonly #created: Pick<TestDatabase, 'url'>;

  constructor() {
    // Closed before the database is dropped.
    afterAll(() => this.#opened?.close());
    this.#created = useTestDatabase();
    beforeAll(async () => (this.#opened = await openDatabase(this.url, PATIENT)));
    beforeEach(() => empty(this.url));
  }

  get url(): string {
    return this.#created.url;
  }

  get database(): Database {
    return this.#opened!;
  }

  get feed(): ChangeFeedRepository {
    return new ChangeFeedRepository(this.database);
  }

  /** Returns what the feed has after a cursor, in short. */
  async changesAfter(after: string): Promise<unknown[]> {
    const { changes } = await this.feed.changes({ asOf: AS_OF, after, limit: 1000 });
    return changes.map(({ type, id, op, fields }) => [type, id, op, ...fields]);
  }
}

/** Adds to the newest version so many changes like the last one of a clinic. */
export async function repeatChange(databaseUrl: string, times: number): Promise<void> {
  await rowsOf(
    databaseUrl,
    `with copied as (
      insert into directory_change select (jsonb_populate_record(change, jsonb_build_object('seq', last + n))).*
      from directory_change change, change_feed, generate_series(1, $1) n
      where seq = (select max(seq) from directory_change where type = 'clinic') returning seq
    ), ended as (update change_feed set last = (select max(seq) from copied) returning last)
    update dataset_version set last_change = (select last from ended)
    where number = (select max(number) from dataset_version)`,
    [times],
  );
}
