import type { LanguageValues, SourceList, SpecialtyValues } from '@care-atlas/domain/contract';
import { itAnswersAsEveryRead } from './common-answers.js';
import { DOCTORS } from './directory-records.js';
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

describe('GET /sources', () => {
  it('200: the sources with the times of their newest extracts', async () => {
    const answer = (await api.ask('/sources')).json<SourceList>();
    const retrievedAt = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string;
    expect(answer).toMatchObject({ sources: [{ retrievedAt }], total: 1, count: 1 });
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
