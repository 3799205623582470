import { AsOf } from '@care-atlas/domain/rules';
import { PATIENT } from '@care-atlas/local-postgres/test-database';
import { type Database, openDatabase } from '../src/connection/database.js';
import { ChangeFeedRepository } from '../src/directory/feed/change-feed.repository.js';
import { empty, NOW, type TestDatabase, useTestDatabase } from './test-directory.js';

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
