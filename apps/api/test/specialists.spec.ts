import type { SpecialistList } from '@care-atlas/domain/contract';
import { BAD_FILTERS, BAD_PAGES, itAnswersAsEveryRead, itRefusesBadValues } from './common-answers.js';
import { CLINICS } from '../../../libs/domain/test/invented-directory.js';
import { TestApi } from './test-api.js';

let api: TestApi;
const theApi = () => api;
beforeAll(async () => {
  api = await TestApi.start();
});
afterAll(() => api.stop());

const PATH = '/specialists?specialty=Cardiology';

async function get(query: string): Promise<SpecialistList> {
  const answer = await api.ask(`/specialists?${query}`);
  expect(answer.status).toBe(200);
  return answer.json<SpecialistList>();
}

describe('GET /specialists', () => {
  it('200: one item per clinic and specialty, by name', async () => {
    const { clinics, total, count } = await get('specialty=cardiology');
    expect([total, count]).toEqual([3, 3]);
    expect(clinics.map(({ id, wait_weeks }) => [id, wait_weeks])).toEqual([
      [CLINICS[0].id, 12],
      [CLINICS[3]!.id, 6],
      [CLINICS[4]!.id, 2],
    ]);
    expect(clinics[1]).toEqual({
      id: CLINICS[3]!.id,
      name: 'Danforth Heart',
      specialty: 'Cardiology',
      languages: ['English', 'French', 'Mandarin', 'Tamil'],
      // The source says nothing of the service: it is the clinic's own.
      accepting: true,
      wait_weeks: 6,
    });
  });

  it('200: accepting is that of the service where the source has one', async () => {
    const { clinics } = await get('specialty=Cardiology&accepting=true');
    expect(clinics.map(({ id }) => id)).toEqual([CLINICS[3]!.id, CLINICS[4]!.id]);
  });

  it('200: nearest first with lat and lng', async () => {
    const { clinics } = await get('specialty=Cardiology&lat=43.62&lng=-79.51');
    expect(clinics.map(({ id }) => id)).toEqual([CLINICS[4]!.id, CLINICS[0].id, CLINICS[3]!.id]);
  });

  it('200: the filters of clinics apply', async () => {
    const filtered = await get('specialty=Cardiology&weekend=true&hasWebsite=true&include=links');
    expect(filtered.clinics.map(({ links }) => links?.website)).toEqual(['https://annex.example']);
  });

  it('200: nothing for a specialty that nobody offers', async () => {
    expect(await get('specialty=Alchemy')).toEqual({
      clinics: [],
      total: 0,
      count: 0,
      warnings: ["No listed doctor has the specialty 'Alchemy'."],
    });
  });

  it('400 without a specialty', async () => {
    const refused = await api.ask('/specialists');
    expect(refused.status).toBe(400);
    expect(refused.refusal).toMatchObject({ error: 'missing_param', param: 'specialty' });
  });

  itAnswersAsEveryRead(theApi, PATH);
  itRefusesBadValues(theApi, '/specialists', [
    ['specialty', ''],
    ['specialty', '  '],
  ]);
  itRefusesBadValues(theApi, PATH, [
    ...BAD_PAGES,
    ...BAD_FILTERS,
    ['hasWebsite', 'x'],
    ['include', 'notes,all'],
  ]);
});
