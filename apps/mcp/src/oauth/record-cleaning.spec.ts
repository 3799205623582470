import { RecordCleaning } from './record-cleaning.js';

/** Records of which some have expired. */
class Expired {
  batches = 0;

  constructor(private left: number) {}

  removeExpired(most?: number): Promise<number> {
    this.batches++;
    const removed = Math.min(most ?? 0, this.left);
    this.left -= removed;
    return Promise.resolve(removed);
  }
}

const cleaned = async (records: Pick<Expired, 'removeExpired'>) => {
  const faults: unknown[] = [];
  const cleaning = new RecordCleaning(records, (fault) => faults.push(fault));
  await cleaning.finished;
  await cleaning.stop();
  return faults;
};

test.each([
  [0, 1],
  [999, 1],
  [1_000, 2],
  [2_500, 3],
  [1_000_000, 50],
])('%i expired records are removed in %i batches', async (left, batches) => {
  const records = new Expired(left);
  expect(await cleaned(records)).toEqual([]);
  expect(records.batches).toBe(batches);
});

test('a fault of ours is told, and a database that is away is not one', async () => {
  const ours = new Error('ours');
  expect(await cleaned({ removeExpired: () => Promise.reject(ours) })).toEqual([ours]);
  const away = Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
  expect(await cleaned({ removeExpired: () => Promise.reject(away) })).toEqual([]);
});
