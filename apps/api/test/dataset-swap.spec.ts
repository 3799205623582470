import { setTimeout as sleep } from 'node:timers/promises';
import type { DoctorList } from '@care-atlas/domain/contract';
import { DOCTORS } from '../../../libs/domain/test/invented-directory.js';
import { TestApi } from './test-api.js';
import { until } from './until.js';

let api: TestApi;

const CLIENTS = 8;
const SWAPS = 6;
/** Between the requests of a client: a swap takes longer than many of them. */
const PAUSE_MS = 20;

/** Returns doctors whose names contain the number of the dataset version. */
async function swapTo(number: number): Promise<void> {
  const version = await api.import(
    DOCTORS.map((doctor, i) => ({ ...doctor, name: `Dr. Number${i} Version${number}` })),
  );
  await until(() => api.version === version);
}

/** Returns the versions of the doctors in a list: more than one if it mixes versions. */
function versionsIn({ doctors }: DoctorList): string[] {
  return [...new Set(doctors.map(({ name }) => name.split(' ').at(-1)!))];
}

beforeAll(async () => {
  api = await TestApi.start();
});
afterAll(() => api.stop());

it('serves a new version without a restart, with another tag', async () => {
  await swapTo(0);
  const before = await api.ask('/doctors');
  await swapTo(1);
  const after = await api.ask('/doctors', { headers: { 'if-none-match': before.etag } });
  expect(after.status).toBe(200);
  expect(after.etag).not.toBe(before.etag);
  expect(versionsIn(before.json<DoctorList>())).toEqual(['Version0']);
  expect(versionsIn(after.json<DoctorList>())).toEqual(['Version1']);
});

it('fails no request and mixes no versions during the swap', async () => {
  const versionOfTag = new Map<string, string>();
  const swapped = new AbortController();
  let mixed = 0;
  const client = async () => {
    let latest = 0;
    while (!swapped.signal.aborted) {
      const answer = await api.ask('/doctors?limit=100');
      expect(answer.status).toBe(200);
      const list = answer.json<DoctorList>();
      const [version = '', ...others] = versionsIn(list);
      mixed += others.length;
      expect([list.total, list.count]).toEqual([40, 40]);
      // No version comes back.
      const number = Number(version.replace('Version', ''));
      expect(number).toBeGreaterThanOrEqual(latest);
      latest = number;
      // Each tag identifies one version.
      expect(versionOfTag.get(answer.etag) ?? version).toBe(version);
      versionOfTag.set(answer.etag, version);
      await sleep(PAUSE_MS);
    }
  };
  const clients = Array.from({ length: CLIENTS }, client);
  const swaps = (async () => {
    try {
      for (let number = 2; number < 2 + SWAPS; number++) await swapTo(number);
    } finally {
      swapped.abort();
    }
  })();
  await Promise.all([swaps, ...clients]);
  expect(mixed).toBe(0);
  expect(versionOfTag.size).toBeGreaterThanOrEqual(SWAPS);
});

it('keeps serving the current version if an import fails', async () => {
  const { version } = api;
  const broken = { ...DOCTORS[0]!, clinicIds: ['00000000-0000-4000-8000-00000000dead'] };
  await expect(api.import([{ ...DOCTORS[1]!, name: 'Dr. Never Seen' }, broken])).rejects.toThrow(/clinic/);
  expect(api.version).toBe(version);
  expect((await api.ask('/doctors/search?q=never')).json<DoctorList>().total).toBe(0);
});
