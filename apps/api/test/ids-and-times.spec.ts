import type { ClinicList, DoctorList } from '@care-atlas/domain/contract';
import { itRefusesBadValues } from './common-answers.js';
import { CLINICS, DOCTORS, NOBODY } from '../../../libs/domain/test/invented-directory.js';
import { TestApi } from './test-api.js';

let api: TestApi;
const theApi = () => api;
beforeAll(async () => {
  api = await TestApi.start();
});
afterAll(() => api.stop());

const ANNEX = CLINICS[0].id;

async function doctors(query: string, key = api.keys.live) {
  return (await api.ask(`/doctors?${query}`, { key })).json<DoctorList>();
}

describe('ids', () => {
  it('200: doctors in the order of their numbers, and those that are not listed', async () => {
    const found = await doctors('ids=900003,900099,900001,900003');
    expect(found.doctors.map(({ cpsoNumber }) => cpsoNumber)).toEqual(['900003', '900001']);
    expect(found).toMatchObject({ total: 2, count: 2, missing: ['900099'] });
  });

  it('200: clinics in the order of their ids', async () => {
    const ids = [CLINICS[3]!.id, NOBODY, ANNEX];
    const found = (await api.ask(`/clinics?ids=${ids.join()}`)).json<ClinicList>();
    expect(found.clinics.map(({ id }) => id)).toEqual([CLINICS[3]!.id, ANNEX]);
    expect(found.missing).toEqual([NOBODY]);
  });

  it('200: pages of the maximum of a sandbox key', async () => {
    const numbers = DOCTORS.slice(0, 15).map(({ registrationNumber }) => registrationNumber);
    const found = await doctors(`ids=${numbers.join()}`, api.keys.sandbox);
    expect([found.total, found.count, found.warnings]).toEqual([15, 10, ['The limit 15 was capped at 10.']]);
  });

  it.each(['/doctors?ids=', '/clinics?ids=', '/clinics?ids[]=', '/doctors?ids=,&limit=5'])(
    '200: %s finds nothing',
    async (path) => {
      expect((await api.ask(path)).json()).toMatchObject({ total: 0, count: 0 });
    },
  );

  it.each(['/doctors', '/clinics'])('400: %s with more than 100', async (path) => {
    const ids = (count: number) => Array.from({ length: count }, (_, i) => i).join();
    expect((await api.ask(`${path}?ids=${ids(100)}`)).status).toBe(200);
    const refused = await api.ask(`${path}?ids=${ids(101)}`);
    expect([refused.status, refused.refusal.message]).toEqual([
      400,
      'ids must be a comma-separated list of at most 100 values.',
    ]);
  });
});

describe('clinic', () => {
  const there = DOCTORS.filter(({ clinicIds }) => clinicIds.includes(ANNEX));

  it('200: who practises there, also in a search', async () => {
    expect((await doctors(`clinic=${ANNEX}`)).total).toBe(there.length);
    const search = await api.ask(`/doctors/search?q=dr&clinic=${ANNEX.toUpperCase()}`);
    expect(search.json<DoctorList>().total).toBe(there.length);
  });

  it('200: nobody at an unknown one, with a warning', async () => {
    expect(await doctors(`clinic=${NOBODY}`)).toMatchObject({
      total: 0,
      warnings: [`There is no clinic with the id '${NOBODY}': no doctor matches.`],
    });
  });
});

describe.each(['/doctors', '/doctors/search?q=dr', '/clinics', '/specialists?specialty=Cardiology'])(
  'times and types on %s',
  (path) => {
    const total = async (query: string) => {
      const answer = await api.ask(`${path}${path.includes('?') ? '&' : '?'}${query}`);
      return answer.json<DoctorList>().total;
    };

    it('200: days, openAt and clinicType narrow', async () => {
      const [all, evenings, sundays] = await Promise.all([
        total('limit=0'),
        total('openAt=19:00'),
        total('days=sun'),
      ]);
      expect(evenings).toBeGreaterThan(0);
      expect(sundays).toBeGreaterThan(0);
      expect(evenings + sundays).toBeLessThan(all);
      expect(await total('clinicType=specialist,walk-in')).toBeLessThan(all);
    });

    itRefusesBadValues(theApi, path, [
      ['days', 'Monday'],
      ['days', 'mon,x'],
      ['openAt', '7:00'],
      ['openAt', '24:00'],
      ['clinicType', 'hospital'],
    ]);
  },
);
