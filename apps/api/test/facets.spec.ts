import type { DoctorFacets } from '@care-atlas/domain/contract';
import { BAD_FILTERS, itAnswersAsEveryRead, itRefusesBadValues } from './common-answers.js';
import { CLINICS, DOCTORS } from '../../../libs/domain/test/invented-directory.js';
import { TestApi } from './test-api.js';

let api: TestApi;
const theApi = () => api;
beforeAll(async () => {
  api = await TestApi.start();
});
afterAll(() => api.stop());

describe('GET /doctors/facets', () => {
  it('200: the number of matching doctors in each group, the same for every key', async () => {
    for (const key of [api.keys.live, api.keys.sandbox]) {
      const answer = await api.ask('/doctors/facets?by=gender,accepting&languages=Tamil', { key });
      const { total, facets } = answer.json<DoctorFacets>();
      const tamil = DOCTORS.filter(({ languages }) => languages.includes('Tamil'));
      const women = tamil.filter(({ gender }) => gender === 'female').length;
      const refused = CLINICS.filter(({ accepting }) => accepting === false).map(({ id }) => id);
      expect(total).toBe(tamil.length);
      expect(Object.keys(facets)).toEqual(['gender', 'accepting']);
      expect(facets.gender!.find(({ value }) => value === 'female')?.count ?? 0).toBe(women);
      expect(facets.accepting!.find(({ value }) => value === 'false')?.count ?? 0).toBe(
        tamil.filter(({ clinicIds }) => refused.includes(clinicIds[0]!)).length,
      );
    }
  });

  it('200: counts a search, too', async () => {
    const answer = await api.ask('/doctors/facets?by=area&q=chen');
    const found = DOCTORS.filter(({ name }) => name.includes('Chen')).length;
    expect(answer.json<DoctorFacets>()).toEqual({
      total: found,
      facets: { area: [{ value: 'Toronto', count: found }] },
    });
  });

  it('400: without by', async () => {
    const refused = await api.ask('/doctors/facets');
    expect([refused.status, refused.refusal.param]).toEqual([400, 'by']);
  });

  it('200: offset is no parameter of it', async () => {
    const { warnings } = (await api.ask('/doctors/facets?by=gender&offset=1')).json<DoctorFacets>();
    expect(warnings).toEqual(["Unknown parameter 'offset' was ignored."]);
  });

  itRefusesBadValues(theApi, '/doctors/facets', [
    ['by', 'name'],
    ['by', 'gender,x'],
  ]);
  itRefusesBadValues(theApi, '/doctors/facets?by=gender', [['limit', '-1'], ...BAD_FILTERS]);
  itAnswersAsEveryRead(theApi, '/doctors/facets?by=gender');
});
