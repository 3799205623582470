import type { SyncWriter } from '@care-atlas/data/sync';
import type { ClinicAnswer, ClinicList } from '@care-atlas/domain/contract';
import { CORRECTIONS } from '@care-atlas/domain/records';
import { CLINICS, DOCTORS } from '../../../libs/domain/test/invented-directory.js';
import { TestApi } from './test-api.js';
import { until } from './until.js';

const ANNEX = CLINICS[0].id;
const DANFORTH = CLINICS[3]!.id;
const WARNING = `Clinic ${DANFORTH} was merged into clinic ${ANNEX}, which this answer is about.`;
const PATHS = ['', '/reviews', '/reviews?limit=5&offset=2', '/signals', '/evidence'];

let api: TestApi;
/** The entity tags of the clinic's own answers, from before it was merged. */
const before = new Map<string, string>();
beforeAll(async () => {
  api = await TestApi.start();
  for (const path of PATHS) before.set(path, (await api.ask(`/clinics/${DANFORTH}${path}`)).etag);
  await correct((writer) =>
    writer.correct({
      kind: 'merge',
      record: 'clinic',
      key: DANFORTH,
      given: { into: ANNEX },
      fields: { into: ANNEX },
      why: 'Duplicate',
      by: 'test',
      until: null,
    }),
  );
});
afterAll(() => api.stop());

async function correct(work: (writer: SyncWriter) => Promise<void>): Promise<void> {
  const version = await api.sync(work, CORRECTIONS);
  await until(() => api.version === version);
}

it.each(['', '/fr'])(
  '%s/clinics/{id of a merged clinic} leads to the page of the survivor',
  async (language) => {
    const { status, headers } = await api.askBeside(`${language}/clinics/${DANFORTH}`);
    expect([status, headers['location']]).toEqual([301, `${language}/clinics/${ANNEX}`]);
  },
);

describe.each(PATHS)('GET /clinics/{id of a merged clinic}%s', (path) => {
  const merged = `/clinics/${DANFORTH}${path}`;
  const survivor = `/clinics/${ANNEX}${path}`;

  it.each([DANFORTH, DANFORTH.toUpperCase()])(
    '200: %s has the answer of the survivor, and a warning',
    async (id) => {
      const own = await api.ask(survivor);
      const answer = await api.ask(`/clinics/${id}${path}`);
      expect(answer.status).toBe(200);
      expect(answer.json()).toEqual({ ...own.json<object>(), warnings: [WARNING] });
      expect(own.json()).not.toHaveProperty('warnings');
    },
  );

  it('304 to a client with this answer, and not with that from before the merge or of the survivor', async () => {
    const { etag } = await api.ask(merged);
    const ask = async (held: string) =>
      (await api.ask(merged, { headers: { 'if-none-match': held } })).status;
    expect(await ask(etag)).toBe(304);
    expect(await ask(before.get(path)!)).toBe(200);
    expect(await ask((await api.ask(survivor)).etag)).toBe(200);
  });
});

describe('with the sizes of a sandbox key', () => {
  const ask = async (path: string) => {
    const answer = await api.ask(`/clinics/${path}`, { key: api.keys.sandbox });
    return answer.json<{ warnings?: string[] }>();
  };

  it('the warning comes before that of the doctors that are not shown', async () => {
    const cut = /^Only 3 of the clinic's \d+ doctors are shown\.$/;
    const { clinic, warnings } = (await ask(DANFORTH)) as ClinicAnswer;
    expect(clinic.doctors).toHaveLength(3);
    expect(warnings).toEqual([WARNING, expect.stringMatching(cut)]);
    expect((await ask(ANNEX)).warnings).toEqual([expect.stringMatching(cut)]);
  });

  it('the warning comes before that of a limit that is capped', async () => {
    const capped = 'The limit 50 was capped at 10.';
    expect((await ask(`${DANFORTH}/reviews?limit=50`)).warnings).toEqual([WARNING, capped]);
    expect((await ask(`${ANNEX}/reviews?limit=50`)).warnings).toEqual([capped]);
  });
});

it('the survivor has the doctors of both, and no list has the merged clinic', async () => {
  const there = DOCTORS.filter(({ clinicIds }) => clinicIds.includes(ANNEX) || clinicIds.includes(DANFORTH));
  const { clinic } = (await api.ask(`/clinics/${DANFORTH}`)).json<ClinicAnswer>();
  expect(clinic.doctors.map(({ name }) => name).toSorted()).toEqual(there.map(({ name }) => name).toSorted());
  const { clinics } = (await api.ask('/clinics?limit=100')).json<ClinicList>();
  expect(clinics.map(({ id }) => id)).not.toContain(DANFORTH);
});

it('after the withdrawal the clinic answers for itself, without a warning', async () => {
  const held = await api.ask(`/clinics/${DANFORTH}`);
  await correct((writer) => writer.withdraw(1, 'test', 'They are two.'));
  const headers = { 'if-none-match': held.etag };
  const answer = await api.ask(`/clinics/${DANFORTH}`, { headers });
  expect([answer.status, answer.json<ClinicAnswer>().clinic.id]).toEqual([200, DANFORTH]);
  expect(answer.json()).not.toHaveProperty('warnings');
});
