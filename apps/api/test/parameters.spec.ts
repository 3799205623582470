import type { DoctorList } from '@care-atlas/domain/contract';
import { DOCTORS } from '../../../libs/domain/test/invented-directory.js';
import { TestApi } from './test-api.js';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start();
});
afterAll(() => api.stop());

async function list(query: string, path = '/doctors'): Promise<DoctorList> {
  const answer = await api.ask(`${path}?${query}`);
  expect(answer.status).toBe(200);
  return answer.json<DoctorList>();
}

function holders(...specialties: string[]): number {
  return DOCTORS.filter((doctor) => specialties.some((each) => doctor.specialties.includes(each))).length;
}

function speakers(...languages: string[]): number {
  return DOCTORS.filter((doctor) => languages.some((each) => doctor.languages.includes(each))).length;
}

describe('flags', () => {
  it('do not filter if false or absent', async () => {
    for (const flag of ['accepting', 'evening', 'weekend', 'wheelchair', 'virtualVisits', 'nearTTC']) {
      expect((await list(`${flag}=false`)).total).toBe(40);
    }
  });

  it('apply to the primary clinic of a doctor', async () => {
    const { doctors, total } = await list('accepting=true&limit=100');
    expect(total).toBe(24);
    expect(doctors.every(({ clinic }) => clinic.acceptingNewPatients)).toBe(true);
  });
});

describe('limit and offset', () => {
  it.each([
    ['limit=0', 0, undefined],
    ['limit=7', 7, undefined],
    ['limit=007', 7, undefined],
    ['limit=100', 40, undefined],
    ['limit=101', 40, 'The limit 101 was capped at 100.'],
    ['offset=39', 1, undefined],
    ['offset=40', 0, undefined],
    ['offset=99999999999999999999', 0, undefined],
  ])('%s returns %d items and the full total', async (query, count, warning) => {
    const answer = await list(query);
    expect(answer).toMatchObject({ total: 40, count });
    expect(answer.doctors).toHaveLength(count);
    expect(answer.warnings).toEqual(warning === undefined ? undefined : [warning]);
  });
});

describe('lists', () => {
  it.each([
    ['Cardiology', holders('Cardiology')],
    ['Cardiology,Dermatology', holders('Cardiology', 'Dermatology')],
    ['%20cardiology%20,,%20DERMATOLOGY', holders('Cardiology', 'Dermatology')],
    ['Cardiology,Alchemy', holders('Cardiology')],
    ['Alchemy', 0],
    ['C%C3%A2rdiology', holders('Cardiology')],
    [',%20,', 40],
    ['', 40],
  ])('specialties=%s finds %d', async (value, total) => {
    expect((await list(`specialties=${value}`)).total).toBe(total);
  });

  it('are joined if a parameter is repeated', async () => {
    const twice = await list('specialties=Cardiology&specialties=Dermatology');
    expect(twice.total).toBe(holders('Cardiology', 'Dermatology'));
    expect(twice.doctors).toEqual((await list('specialties=Cardiology,Dermatology')).doctors);
  });

  it.each(['gender', 'limit', 'accepting', 'minYears', 'specialty'])(
    '%s sent twice is refused',
    async (name) => {
      const value = { gender: 'female', limit: '5', accepting: 'true', minYears: '3', specialty: 'x' }[name];
      const refused = await api.ask(`/doctors?${name}=${value}&${name}=${value}`);
      expect([refused.status, refused.refusal.param]).toEqual([400, name]);
      expect(refused.refusal.message).toBe(`${name} was sent twice: send it once.`);
    },
  );

  it.each([
    'specialties[]=Cardiology&specialties[]=Dermatology',
    'specialties%5B%5D=Cardiology&specialties%5B%5D=Dermatology',
    'specialties[1]=Dermatology&specialties[0]=Cardiology',
    'specialties%5B0%5D=Cardiology&specialties%5B1%5D=Dermatology',
  ])('are also read from %s, which links repeat as one list', async (query) => {
    const answer = await api.ask(`/doctors?${query}&limit=1`);
    const joined = await api.ask('/doctors?specialties=Cardiology&specialties=Dermatology&limit=1');
    expect(answer.body).toBe(joined.body);
    expect(answer.headers['link']).toContain(
      '<?specialties=Cardiology&specialties=Dermatology&limit=1&offset=1>',
    );
    expect(answer.headers['link']).toBe(joined.headers['link']);
  });
});

describe('empty fields of a form', () => {
  it('count as absent', async () => {
    const form = 'gender=&minYears=&maxYears=&accepting=&languages=&specialty=&limit=&offset=';
    expect(await list(form)).toEqual(await list(''));
  });

  it.each(['/doctors/search?q=', '/specialists?specialty='])('%s is required', async (path) => {
    expect((await api.ask(path)).status).toBe(400);
  });
});

describe('other names', () => {
  it.each([
    ['languages=French', undefined, undefined],
    ['languages=fran%C3%A7ais', [{ param: 'languages', value: 'français', as: ['French'] }], undefined],
    [
      'specialties=heart%20doctor',
      [{ param: 'specialties', value: 'heart doctor', as: ['Cardiology'] }],
      undefined,
    ],
    [
      'specialties=Cardiology,Dermatolgy',
      undefined,
      ["No listed doctor has the specialty 'Dermatolgy'. Did you mean 'Dermatology'?"],
    ],
  ])('%s', async (query, interpreted, warnings) => {
    const name = query.startsWith('lang') ? speakers('French') : holders('Cardiology');
    const answer = await list(query);
    expect(answer.total).toBe(name);
    expect([answer.interpreted, answer.warnings]).toEqual([interpreted, warnings]);
  });
});

describe('match=forgiving', () => {
  it('finds misspelled names, best first, and says how each one matches', async () => {
    const exact = await list('q=chen&limit=100', '/doctors/search');
    const { matches, ...found } = await list('q=Dr.%20cehn&match=forgiving&limit=100', '/doctors/search');
    expect(exact.total).toBeGreaterThan(0);
    expect(found.doctors).toEqual(expect.arrayContaining([...exact.doctors]));
    expect(matches!.map(({ cpsoNumber }) => cpsoNumber)).toEqual(
      found.doctors.map(({ cpsoNumber }) => cpsoNumber),
    );
    expect(new Set(matches!.map(({ how }) => how))).toContain('spelling');
    expect(exact.matches).toBeUndefined();
  });

  it('is the only value, and links repeat it', async () => {
    const refused = await api.ask('/doctors/search?q=chen&match=exact');
    expect([refused.status, refused.refusal.message]).toEqual([400, 'match must be words or forgiving.']);
    const { headers } = await api.ask('/clinics?q=helth&match=forgiving&limit=1');
    expect(headers['link']).toContain('?q=helth&match=forgiving&limit=1&offset=0>; rel="first"');
  });
});

describe('years of practice', () => {
  it('bounds are inclusive, and adjacent bounds partition the directory', async () => {
    for (const years of [0, 2, 20, 41, 60]) {
      const from = await list(`minYears=${years}`);
      const below = years === 0 ? { total: 0 } : await list(`maxYears=${years - 1}`);
      expect(from.total + below.total).toBe(40);
    }
    expect((await list('minYears=41&maxYears=41')).total).toBe(1);
  });

  it('minYears above maxYears matches nothing', async () => {
    expect(await list('minYears=10&maxYears=5')).toEqual({ doctors: [], total: 0, count: 0 });
  });

  it('the genders and undisclosed ones add up to all', async () => {
    const totals = await Promise.all(
      ['male', 'female', 'non-binary'].map(async (gender) => (await list(`gender=${gender}`)).total),
    );
    expect(totals).toEqual([10, 10, 10]);
  });
});

describe('language, the alias of languages', () => {
  it.each(['/doctors', '/doctors/search', '/clinics', '/specialists'])('works on %s', async (path) => {
    const required = { '/doctors/search': '&q=dr', '/specialists': '&specialty=Cardiology' }[path] ?? '';
    const alias = await list(`language=Tamil${required}`, path);
    const named = await list(`languages=Tamil${required}`, path);
    expect(alias).toEqual(named);
    expect(alias.total).toBeGreaterThan(0);
  });

  it('is ignored if languages is sent', async () => {
    expect((await list('language=Tamil&languages=French')).total).toBe(speakers('French'));
    expect((await list('language=Tamil,French')).total).toBe(speakers('Tamil', 'French'));
  });
});

describe('specialty, kept for compatibility', () => {
  it('filters by one exact specialty, commas included', async () => {
    expect((await list('specialty=cardiology')).total).toBe(holders('Cardiology'));
    expect((await list('specialty=Cardiology,Dermatology')).total).toBe(0);
  });

  it('is ignored if specialties is sent', async () => {
    const { total } = await list('specialty=Dermatology&specialties=Pediatrics');
    expect(total).toBe(holders('Pediatrics'));
  });

  it('is the only parameter with a Deprecation header', async () => {
    const used = await api.ask('/doctors/search?q=dr&specialty=Cardiology');
    expect(used.headers['deprecation']).toMatch(/^@\d+$/);
    expect((await api.ask('/doctors?specialties=Cardiology')).headers['deprecation']).toBeUndefined();
    expect((await api.ask('/specialists?specialty=Cardiology')).headers['deprecation']).toBeUndefined();
  });
});

describe('unknown parameters', () => {
  it.each([
    ['specialtys=x', "Unknown parameter 'specialtys' was ignored. Did you mean 'specialties'?"],
    ['Gender=male', "Unknown parameter 'Gender' was ignored. Did you mean 'gender'?"],
    ['q=chen', "Unknown parameter 'q' was ignored."],
    ['__proto__=x', "Unknown parameter '__proto__' was ignored."],
    ['constructor=x', "Unknown parameter 'constructor' was ignored."],
    ['gender[]=male', "Unknown parameter 'gender[]' was ignored. Did you mean 'gender'?"],
    ['gender[ne]=male', "Unknown parameter 'gender[ne]' was ignored."],
  ])('%s is ignored with a warning', async (query, warning) => {
    const { warnings, ...answer } = await list(query);
    expect(warnings).toEqual([warning]);
    expect(answer).toEqual(await list(''));
  });

  it('cause a warning on every list', async () => {
    for (const path of [
      '/doctors/search?q=dr&',
      '/doctors/900001/reviews?',
      '/doctors/900001/signals?',
      '/clinics?',
      '/specialists?specialty=Cardiology&',
      '/metadata/specialties?',
      '/metadata/languages?',
    ]) {
      const answer = await api.ask(`${path}offsett=3`);
      expect(answer.json<DoctorList>().warnings?.[0]).toMatch(/^Unknown parameter 'offsett' was ignored\./);
    }
  });

  it('are named up to ten', async () => {
    const { warnings } = await list(Array.from({ length: 200 }, (_, i) => `p${i}=1`).join('&'));
    expect(warnings).toHaveLength(11);
    expect(warnings!.at(-1)).toBe('Further unknown parameters ignored: 190.');
  });
});

describe('several invalid parameters', () => {
  it('are all listed, and the message names the first in documented order', async () => {
    const refused = await api.ask('/doctors?gender=x&limit=-1&accepting=maybe');
    expect(refused.refusal.param).toBe('limit');
    expect(refused.refusal.details?.map(({ param }) => param)).toEqual(['limit', 'accepting', 'gender']);
    expect(refused.refusal.message).toBe(refused.refusal.details![0]!.message);
  });
});
