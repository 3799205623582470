import { RecordCleaner } from './record-cleaner.js';

/** Expired records, removed in batches. */
class ExpiredRecords {
  batches = 0;

  constructor(private left: number) {}

  removeExpired(most?: number): Promise<number> {
    this.batches++;
    const removed = Math.min(most ?? 0, this.left);
    this.left -= removed;
    return Promise.resolve(removed);
  }
}

/** Returns the errors that a cleaner reports. */
async function errorsOf(records: Pick<ExpiredRecords, 'removeExpired'>): Promise<unknown[]> {
  const errors: unknown[] = [];
  const cleaner = new RecordCleaner(records, (error) => errors.push(error));
  await cleaner.finished;
  await cleaner.stop();
  return errors;
}

test.each([
  [0, 1],
  [999, 1],
  [1_000, 2],
  [2_500, 3],
  [1_000_000, 50],
])('%i expired records are removed in %i batches', async (left, batches) => {
  const records = new ExpiredRecords(left);
  expect(await errorsOf(records)).toEqual([]);
  expect(records.batches).toBe(batches);
});

test('reports an unexpected error, but not an unavailable database', async () => {
  const unexpected = new Error('unexpected');
  expect(await errorsOf({ removeExpired: () => Promise.reject(unexpected) })).toEqual([unexpected]);
  const unavailable = Object.assign(new Error('unavailable'), { code: 'ECONNREFUSED' });
  expect(await errorsOf({ removeExpired: () => Promise.reject(unavailable) })).toEqual([]);
});
