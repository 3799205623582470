import { Worker } from 'node:worker_threads';
import { Directory } from '@care-atlas/domain/directory';
import { aClinic, aDoctor, aReview, createTestDatabase, sync, uuid } from '../../../test/test-directory.js';
import { isDatabaseUnavailable } from '../../connection/database-errors.js';
import { loadReadModel } from './read-model-loader.js';

/** Counts the values that a thread copies when it receives plain data: a typed array is one, whose content it is given. */
function copiedValues(data: unknown): number {
  if (typeof data !== 'object' || data === null || 'view' in data) return 1;
  const values = data instanceof Map ? [...data.entries()].flat() : Object.values(data);
  return values.reduce<number>((sum, value) => sum + copiedValues(value), 1);
}

/** Returns what the thread that loads a directory of some size sends to the one that serves. */
async function columnsOf(size: number): Promise<unknown> {
  const numbers = Array.from({ length: size }, (_, n) => n);
  const database = await createTestDatabase();
  await sync(database.url, async (writer) => {
    await writer.clinics(numbers.map((n) => aClinic({ id: uuid(n) })));
    await writer.doctors(
      numbers.map((n) => aDoctor({ registrationNumber: String(90_000 + n), clinicIds: [uuid(n)] })),
    );
    await writer.reviews(
      numbers.map((n) => aReview({ id: uuid(n), subject: { doctor: String(90_000 + n) } })),
    );
  });
  const worker = new Worker(new URL('./read-model-worker.ts', import.meta.url), { workerData: database.url });
  const columns = await new Promise<unknown>((resolve, reject) => {
    worker.on('message', (message: { columns?: unknown }) =>
      message.columns ? resolve(message.columns) : worker.postMessage('next'),
    );
    worker.once('error', reject);
  });
  await worker.terminate();
  await database.drop();
  return columns;
}

describe('loadReadModel', () => {
  it('copies no record into the serving thread', async () => {
    const [few, many] = [await columnsOf(10), await columnsOf(1_000)];
    // Each list of texts has a value per block of many texts.
    expect(copiedValues(many) - copiedValues(few)).toBeLessThan(200);
  });

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
