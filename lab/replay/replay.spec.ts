import { hashOf, OTHER_NAMES, readRecording, type RecordedExchange } from './recording.js';
import { ReplayStage } from './replay-stage.js';

interface Interpretation {
  readonly param: string;
  readonly value: string;
}

/** Returns the values of a request that were unknown when it was recorded, and are other names by now. */
function otherNamesIn({ path }: RecordedExchange): Interpretation[] {
  const sent = new URL(path, 'http://localhost').searchParams;
  return Object.entries(OTHER_NAMES).flatMap(([param, names]) => {
    const values = sent.getAll(param).flatMap((list) => list.split(','));
    return names.filter((name) => values.includes(name)).map((value) => ({ param, value }));
  });
}

const recording = readRecording();
const changed = recording.filter((exchange) => exchange.status === 200 && otherNamesIn(exchange).length > 0);
const unstorable = recording.filter(({ path }) => path.includes('%00'));
const kept = recording.filter((exchange) => ![...changed, ...unstorable].includes(exchange));

let stage: ReplayStage;
beforeAll(async () => {
  stage = await ReplayStage.start();
});
afterAll(() => stage.stop());

describe('requests of the interface before other names, places and times', () => {
  it('are two thousand, of every kind and tier', () => {
    expect(recording).toHaveLength(2_000);
    expect(new Set(recording.map(({ status }) => status))).toEqual(new Set([200, 400, 404]));
    expect(recording.filter(({ tier }) => tier === 'sandbox').length).toBeGreaterThan(500);
    expect(recording.filter(({ status }) => status !== 200).length).toBeGreaterThan(100);
    expect(changed.length).toBeLessThan(100);
  });

  it('answer as they did then', async () => {
    const different: string[] = [];
    for (const { tier, path, status, hash } of kept) {
      const now = await stage.ask({ tier, path });
      if (now.status !== status || now.hash !== hash)
        different.push(`${tier} ${path}: ${status} became ${now.status} ${now.body.slice(0, 300)}`);
    }
    expect(different).toEqual([]);
  });
});

it('is refused since then if it has text that cannot be stored', async () => {
  const statuses = await Promise.all(unstorable.map(async (exchange) => (await stage.ask(exchange)).status));
  expect(new Set(statuses)).toEqual(new Set([400]));
});

describe('a request with a value that was unknown then', () => {
  it.each(changed.map((exchange) => [exchange.path, exchange] as const))(
    '%s says what it reads',
    async (_path, exchange) => {
      const { status, body } = await stage.ask(exchange);
      const { interpreted = [] } = JSON.parse(body) as { readonly interpreted?: readonly Interpretation[] };
      const read = interpreted.map(({ param, value }) => ({ param, value }));
      expect(status).toBe(200);
      expect(read).toEqual(expect.arrayContaining(otherNamesIn(exchange)));
    },
  );
});

function hashBy(answer: object): string {
  return hashOf('/doctors/1', JSON.stringify(answer));
}

/** Returns the body of a refusal of `limit`. */
function refused(message: string): string {
  return JSON.stringify({ message, param: 'limit', details: [{ param: 'limit', message }] });
}

describe('the hash of an answer', () => {
  const body = { doctor: { name: 'A', specialties: ['B'] }, total: 1 };

  it.each([
    ['warnings', { ...body, warnings: ['x'] }],
    ['interpreted', { ...body, interpreted: [] }],
    ['the id of the request', { ...body, requestId: 'x' }],
    ["a doctor's clinics", { ...body, doctor: { ...body.doctor, clinics: [] } }],
  ])('leaves out %s', (_member, other) => expect(hashBy(other)).toBe(hashBy(body)));

  it.each([
    ['a value', { ...body, total: 2 }],
    ['the order of members', { total: 1, doctor: body.doctor }],
    ['another member', { ...body, next: null }],
    ['a nested member', { ...body, doctor: { ...body.doctor, warnings: [] } }],
  ])('differs by %s', (_member, other) => expect(hashBy(other)).not.toBe(hashBy(body)));

  it('leaves out the message about a repeated parameter only', () => {
    const [once, twice] = ['/doctors?limit=x', '/doctors?limit=1&limit=2'];
    expect(hashOf(twice, refused('A.'))).toBe(hashOf(twice, refused('B.')));
    expect(hashOf(once, refused('A.'))).not.toBe(hashOf(once, refused('B.')));
  });
});
