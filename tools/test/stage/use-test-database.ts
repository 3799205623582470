import { createTestDatabase, type TestDatabase } from '@care-atlas/local-postgres/test-database';
import { loadSample } from '../../src/sample/load-sample.js';

/**
 * Gives the tests of a file a database with a sample directory, from before the first test until after the last one.
 * Jest runs `afterAll` in the order of definition: stop what uses the database in one that is defined before this call.
 * @param doctors 0 for a database without records
 */
export function useTestDatabase(doctors = 50, now = new Date()): Pick<TestDatabase, 'url'> {
  let database: TestDatabase | undefined;
  beforeAll(async () => {
    database = await createTestDatabase();
    if (doctors > 0) await loadSample(database.url, doctors, now);
  });
  afterAll(() => database?.drop());
  return {
    get url() {
      return database!.url;
    },
  };
}
