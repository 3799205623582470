import { drawSample, type DrawnSample, recordFindings } from '@care-atlas/data/sync';
import type { AccuracyList } from '@care-atlas/domain/contract';
import { itAnswersAsEveryRead } from './common-answers.js';
import { NOW } from '../../../libs/domain/test/builders.js';
import { TestApi } from './test-api.js';
import { until } from './until.js';

const ACTOR = { now: NOW, actor: 'shell:tester' };

let api: TestApi;
const theApi = () => api;
beforeAll(async () => {
  api = await TestApi.start();
});
afterAll(() => api.stop());

const answered = async () => (await api.ask('/accuracy')).json<AccuracyList>();

function draw(seed: string, size = 3): Promise<DrawnSample> {
  const chosen = { seed, size, strata: ['area'] as const };
  return drawSample(api.databaseUrl, { ...chosen, ...ACTOR }, () => Promise.resolve());
}

/** Finds one telephone wrong, nobody for other questions of the same doctor, and the rest right. */
async function measure({ protocolHash, records }: DrawnSample): Promise<void> {
  const one = records[0]!.doctor.registrationNumber;
  const wrong = (field: string) => (field === 'phone' ? 'incorrect' : 'unreachable');
  const version = await recordFindings(
    api.databaseUrl,
    { protocolHash, fileHash: 'a file' },
    ACTOR,
    (drawn) =>
      drawn.map(({ registrationNumber, field }) => ({
        registrationNumber,
        field,
        outcome: registrationNumber === one ? wrong(field) : 'correct',
      })),
  );
  await until(() => api.version === version);
}

describe('GET /accuracy', () => {
  it('200: not measured, also while a sample is only drawn', async () => {
    const none = { status: 'not_measured', accuracy: [], total: 0, count: 0 };
    expect(await answered()).toEqual(none);
    await draw('only drawn');
    expect(await answered()).toEqual(none);
  });

  itAnswersAsEveryRead(theApi, '/accuracy');

  it('200: each field in the whole sample and in each stratum, also as CSV', async () => {
    const sample = await draw('measured');
    await measure(sample);
    const { status, accuracy, total } = await answered();
    expect(status).toBe('measured');
    expect(total).toBe(accuracy.length);
    const about = { sampledAt: NOW.toISOString(), protocolHash: sample.protocolHash };
    const practice = { field: 'practice', correct: 2, n: 2, unreachable: 1, pct: 100, low: 34.2, high: 100 };
    expect(accuracy.filter(({ field }) => field === 'practice')).toEqual([
      { ...practice, stratum: 'all', ...about },
      { ...practice, stratum: 'area=Toronto', ...about },
    ]);
    const csv = await api.ask('/accuracy?format=csv');
    expect(csv.headers['x-status']).toBe('"measured"');
    const [head, ...lines] = csv.body.trimEnd().split('\r\n');
    expect(head).toBe('field,stratum,correct,n,unreachable,pct,low,high,sampledAt,protocolHash');
    expect(lines).toHaveLength(total);
  });

  it('200: not measured as soon as any record is invented', async () => {
    await api.onDatabase((database) => database.query(`update clinic set origin = 'sample'`));
    const version = await api.sync(() => Promise.resolve(), 'sample');
    await until(() => api.version === version);
    expect((await answered()).status).toBe('not_measured');
  });
});
