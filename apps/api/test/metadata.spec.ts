import type {
  AreaList,
  LanguageValues,
  PlaceList,
  SourceList,
  SpecialtyValues,
} from '@care-atlas/domain/contract';
import { BAD_PAGES, itAnswersAsEveryRead, itRefusesBadValues } from './common-answers.js';
import { CLINICS, DOCTORS } from '../../../libs/domain/test/invented-directory.js';
import { TestApi } from './test-api.js';

let api: TestApi;
const theApi = () => api;
beforeAll(async () => {
  api = await TestApi.start();
});
afterAll(() => api.stop());

/** Counts the doctors of each value, most common first. */
function counted(words: readonly string[]): { value: string; doctorCount: number }[] {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts]
    .map(([value, doctorCount]) => ({ value, doctorCount }))
    .toSorted((a, b) => b.doctorCount - a.doctorCount || (a.value < b.value ? -1 : 1));
}

describe('GET /metadata/specialties', () => {
  it('200: the specialties of the listed doctors, by count, then name', async () => {
    const specialties = counted(DOCTORS.flatMap((doctor) => doctor.specialties));
    const answer = (await api.ask('/metadata/specialties')).json<SpecialtyValues>();
    expect(answer).toEqual({ specialties, total: specialties.length, count: specialties.length });
  });

  it('200: the count of a value equals the total of the filtered list', async () => {
    const { specialties } = (await api.ask('/metadata/specialties')).json<SpecialtyValues>();
    for (const { value, doctorCount } of specialties) {
      const list = await api.ask(`/doctors?limit=0&specialties=${encodeURIComponent(value)}`);
      expect(list.json<{ total: number }>().total).toBe(doctorCount);
    }
  });

  itAnswersAsEveryRead(theApi, '/metadata/specialties');
});

describe('GET /metadata/languages', () => {
  it('200: the languages of the listed doctors, by count, then name', async () => {
    const languages = counted(DOCTORS.flatMap((doctor) => doctor.languages));
    const answer = (await api.ask('/metadata/languages')).json<LanguageValues>();
    expect(answer).toEqual({ languages, total: languages.length, count: languages.length });
  });

  itAnswersAsEveryRead(theApi, '/metadata/languages');
});

describe('GET /metadata/areas', () => {
  it('200: the areas of the clinics, with their doctors', async () => {
    const { areas, total, count } = (await api.ask('/metadata/areas')).json<AreaList>();
    const accepting = CLINICS.filter((clinic) => clinic.accepting).map(({ id }) => id);
    expect(areas[0]).toEqual({
      value: 'Toronto',
      name: 'Toronto',
      kind: 'municipality',
      within: '',
      doctorCount: DOCTORS.length,
      acceptingCount: DOCTORS.filter(({ clinicIds }) => accepting.includes(clinicIds[0]!)).length,
      clinicCount: CLINICS.length,
    });
    expect(areas.at(-1)).toMatchObject({ value: 'M5S', kind: 'postal-area', within: 'Downtown Toronto' });
    expect([total, count]).toEqual([areas.length, areas.length]);
  });

  itAnswersAsEveryRead(theApi, '/metadata/areas');
});

describe('GET /places', () => {
  it('200: the places that begin with a text, with a link to the next page', async () => {
    const answer = await api.ask('/places?q=north&limit=1');
    expect(answer.json<PlaceList>()).toMatchObject({
      places: [{ id: 'north-york', name: 'North York', kind: 'district', within: 'Toronto' }],
      count: 1,
    });
    expect(answer.headers['link']).toContain('<?q=north&limit=1&offset=1>; rel="next"');
  });

  it('200: only places of a kind', async () => {
    const { places } = (await api.ask('/places?q=kipling&kind=subway-station')).json<PlaceList>();
    expect(places.map(({ name, kind }) => [name, kind])).toEqual([['Kipling', 'subway-station']]);
  });

  it('200: at most 10 with a sandbox key', async () => {
    const { count } = (await api.ask('/places', { key: api.keys.sandbox })).json<PlaceList>();
    expect(count).toBe(10);
  });

  itRefusesBadValues(theApi, '/places', [...BAD_PAGES, ['kind', 'village']]);
  itAnswersAsEveryRead(theApi, '/places');
});

describe('GET /sources', () => {
  it('200: the sources with the times of their newest extracts', async () => {
    const answer = (await api.ask('/sources')).json<SourceList>();
    const retrievedAt = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string;
    expect(answer).toMatchObject({
      sources: [{ retrievedAt }, { retrievedAt }, { retrievedAt }],
      total: 3,
      count: 3,
    });
    // Those of the places are named as their licenses ask, also without imports.
    const { attribution } = answer.sources.find(({ name }) => name === 'crossings')!;
    expect(attribution).toContain('Open Government Licence – Toronto');
    expect(Object.keys(answer.sources[0]!)).toEqual([
      'name',
      'publisher',
      'licence',
      'attribution',
      'retrievedAt',
    ]);
  });

  itAnswersAsEveryRead(theApi, '/sources');
});
