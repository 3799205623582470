import { Directory } from '@care-atlas/domain/directory';
import { createTestDatabase } from '@care-atlas/local-postgres/test-database';
import { isDatabaseUnavailable } from '../connection/database-errors.js';
import { loadReadModel } from './read-model-loader.js';

describe('loadReadModel', () => {
  it('gives a read model that answers', async () => {
    const database = await createTestDatabase();
    const model = await loadReadModel(database.url);
    const directory = new Directory(
      () => model,
      () => new Date('2026-11-20T11:30:00Z'),
    );
    expect(directory.listDoctors({}).value).toEqual({ doctors: [], total: 0, count: 0 });
    await database.drop();
  });

  it('fails as the database does, so that its absence is known for what it is', async () => {
    const failure: unknown = await loadReadModel('postgresql://nobody@127.0.0.1:1/nothing').catch(
      (error: unknown) => error,
    );
    expect(isDatabaseUnavailable(failure)).toBe(true);
  });
});
