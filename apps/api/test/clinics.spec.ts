import type { ClinicAnswer, ClinicList, ClinicReviews, ClinicSignals } from '@care-atlas/domain/contract';
import {
  BAD_FILTERS,
  BAD_PAGES,
  type BadValues,
  itAnswersAsEveryRead,
  itRefusesBadValues,
} from './common-answers.js';
import { CLINICS, DOCTORS, NOBODY } from '../../../libs/domain/test/invented-directory.js';
import { TestApi } from './test-api.js';

let api: TestApi;
const theApi = () => api;
beforeAll(async () => {
  api = await TestApi.start();
});
afterAll(() => api.stop());

const ANNEX = CLINICS[0].id;
const FINCH = CLINICS[5]!.id;
const BAD_IDS = [NOBODY, '1', 'not-a-uuid', `${ANNEX}0`, '0'.repeat(3000)];

async function get<T>(path: string): Promise<T> {
  const answer = await api.ask(path);
  expect(answer.status).toBe(200);
  return answer.json<T>();
}

async function names(path: string): Promise<string[]> {
  const { clinics, total, count } = await get<ClinicList>(path);
  expect([total, count]).toEqual([clinics.length, clinics.length]);
  return clinics.map(({ name }) => name.split(' ')[0]!);
}

describe('GET /clinics', () => {
  it('200: all clinics by name, even those with few known facts', async () => {
    expect(await names('/clinics')).toEqual([
      'Annex',
      'Birchmount',
      'Cedarvale',
      'Danforth',
      'Étobicoke',
      'Finch',
    ]);
  });

  it('200: a clinic has every declared field, and no other', async () => {
    const { clinics } = await get<ClinicList>('/clinics?limit=1');
    expect(clinics).toEqual([
      {
        id: ANNEX,
        name: 'Annex Family Practice',
        address: '1 Example Street, Toronto, ON M5S 1A1',
        accepting: true,
        languages: ['English', 'French', 'Mandarin', 'Tamil'],
        specialties: ['Family Medicine'],
      },
    ]);
  });

  it.each([
    ['accepting=true', ['Annex', 'Danforth', 'Étobicoke']],
    ['evening=true', ['Annex']],
    ['weekend=true', ['Annex', 'Étobicoke']],
    ['wheelchair=true', ['Annex', 'Danforth']],
    ['virtualVisits=true', ['Annex']],
    ['nearTTC=true', ['Annex', 'Danforth']],
    ['hasWebsite=true', ['Annex', 'Danforth']],
    ['specialties=dermatology', ['Danforth']],
    ['specialties=Dermatology,cardiology&accepting=true', ['Danforth', 'Étobicoke']],
    ['specialties=nothing', []],
  ])('200: %s', async (query, expected) => {
    expect(await names(`/clinics?${query}`)).toEqual(expected);
  });

  it('200: a single doctor meets all filters on doctors', async () => {
    const query = { gender: 'female', minYears: '30', specialties: 'Pediatrics', languages: 'Tamil' };
    const meeting = DOCTORS.filter(
      (doctor) =>
        doctor.gender === 'female' &&
        doctor.specialties.includes('Pediatrics') &&
        doctor.languages.includes('Tamil'),
    );
    const old = meeting.filter(({ practisingSince }) => practisingSince <= '1996-11-20');
    const expected = CLINICS.filter(({ id }) => old.some(({ clinicIds }) => clinicIds.includes(id)));
    const { clinics } = await get<ClinicList>(`/clinics?${new URLSearchParams(query).toString()}`);
    expect(clinics.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
    expect(meeting.length).toBeGreaterThan(0);
  });

  it('200: with lat and lng, nearest first by great-circle distance', async () => {
    expect(await names('/clinics?lat=43.7266&lng=-79.2774')).toEqual([
      'Birchmount',
      'Danforth',
      // Measured in degrees, Annex would be nearer than Finch.
      'Finch',
      'Annex',
      'Cedarvale',
      'Étobicoke',
    ]);
  });

  it('200: include adds notes and links', async () => {
    const { clinics } = await get<ClinicList>('/clinics?include=notes,links');
    const [annex] = clinics;
    const etobicoke = clinics[4]!;
    expect(annex!.links).toEqual({
      self: `http://localhost:3000/api/v1/clinics/${ANNEX}`,
      page: `http://localhost:3000/clinics/${ANNEX}`,
      website: 'https://annex.example',
      map: expect.stringMatching(/^https:\/\/.*43\.6663.*-79\.405/),
    });
    expect(annex!.notes).toEqual([
      'Confirm by phone: availability is best effort.',
      'Acceptance listed since 2026-11-20.',
    ]);
    expect(etobicoke.links!.website).toBe('');
    expect(etobicoke.notes).toContain('The position is the centre of the postal area.');
  });

  itAnswersAsEveryRead(theApi, '/clinics');
  const places: BadValues = [
    ['lat', '91'],
    ['lat', '-90.1'],
    ['lng', '180.5'],
    ['lat', 'north'],
    ['lng', '1e1'],
    ['lat', 'NaN'],
    ['lng', 'Infinity'],
  ];
  itRefusesBadValues(theApi, '/clinics', [
    ...BAD_PAGES,
    ...BAD_FILTERS,
    ['hasWebsite', '1'],
    ['include', 'all'],
  ]);
  for (const [name, value] of places) {
    itRefusesBadValues(theApi, `/clinics?${name === 'lat' ? 'lng' : 'lat'}=0`, [[name, value]]);
  }

  it.each([
    ['lat=43', 'lng'],
    ['lng=-79', 'lat'],
  ])('400: %s without %s', async (query, absent) => {
    const refused = await api.ask(`/clinics?${query}`);
    expect([refused.status, refused.refusal.param]).toEqual([400, absent]);
  });
});

describe('GET /clinics/{id}', () => {
  it('200: the detail, with every doctor of the clinic', async () => {
    const { clinic } = await get<ClinicAnswer>(`/clinics/${ANNEX}`);
    const { doctors, ...facts } = clinic;
    expect(facts).toEqual({
      id: ANNEX,
      name: 'Annex Family Practice',
      address: '1 Example Street, Toronto, ON M5S 1A1',
      lat: 43.6663,
      lng: -79.405,
      phone: '+1-416-555-0101',
      acceptingNewPatients: true,
      website: 'https://annex.example',
      type: 'family-practice',
      hours: { weekday: '09:00-20:00', evening: true, weekend: true },
      accessibility: { wheelchair: true, virtualVisits: true, nearTTC: true },
      doctorCount: doctors.length,
    });
    const there = DOCTORS.filter(({ clinicIds }) => clinicIds.includes(ANNEX));
    const numbers = there.map(({ registrationNumber }) => registrationNumber);
    expect(doctors.map(({ cpsoNumber }) => cpsoNumber).toSorted()).toEqual(numbers.toSorted());
  });

  it('200: with a sandbox key 3 doctors, and the number of all', async () => {
    const answer = await api.ask(`/clinics/${ANNEX}`, { key: api.keys.sandbox });
    const { clinic } = answer.json<ClinicAnswer>();
    expect([clinic.doctors.length, clinic.doctorCount]).toEqual([3, 8]);
  });

  it('200: unknown facts are empty or false, never null', async () => {
    const { clinic } = await get<ClinicAnswer>(`/clinics/${FINCH}`);
    expect(clinic).toMatchObject({
      phone: '',
      website: '',
      acceptingNewPatients: false,
      hours: { weekday: '', evening: false, weekend: false },
      accessibility: { wheelchair: false, virtualVisits: false, nearTTC: false },
      doctors: [],
    });
  });

  it.each(BAD_IDS)('404: %.12s', async (id) => {
    const missing = await api.ask(`/clinics/${id}`);
    expect([missing.status, missing.refusal.error]).toEqual([404, 'not_found']);
  });

  itAnswersAsEveryRead(theApi, `/clinics/${ANNEX}`);
});

describe('GET /clinics/{id}/reviews', () => {
  it('200: reviews newest first, with the averages of all', async () => {
    const { reviews, ...envelope } = await get<ClinicReviews>(`/clinics/${ANNEX}/reviews?limit=2`);
    expect(envelope).toEqual({
      clinicId: ANNEX,
      aggregate: {
        avgRating: 3.5,
        count: 12,
        byDimension: [
          { dimension: 'staff', avgRating: 4, count: 12 },
          { dimension: 'facility', avgRating: 5, count: 2 },
        ],
      },
      total: 12,
      count: 2,
    });
    expect(reviews.map(({ date }) => date)).toEqual(['2026-10-12', '2026-10-11']);
  });

  it('200: avgRating is null if there are no reviews', async () => {
    expect(await get<ClinicReviews>(`/clinics/${FINCH}/reviews`)).toEqual({
      clinicId: FINCH,
      aggregate: { avgRating: null, count: 0, byDimension: [] },
      reviews: [],
      total: 0,
      count: 0,
    });
  });

  it.each(BAD_IDS)('404: %.12s', async (id) => {
    expect((await api.ask(`/clinics/${id}/reviews`)).refusal.error).toBe('not_found');
  });

  itAnswersAsEveryRead(theApi, `/clinics/${ANNEX}/reviews`);
  itRefusesBadValues(theApi, `/clinics/${ANNEX}/reviews`, BAD_PAGES);
});

describe('GET /clinics/{id}/signals', () => {
  it('200: the signals of the last 24 months, and the dimensions with too few ratings', async () => {
    expect(await get<ClinicSignals>(`/clinics/${ANNEX}/signals`)).toMatchObject({
      clinicId: ANNEX,
      minSample: 10,
      signals: [{ dimension: 'staff', avgRating: 4, sampleSize: 12, level: 'early' }],
      total: 1,
      count: 1,
      suppressed: ['wait_time', 'communication', 'thoroughness', 'booking', 'facility'],
    });
  });

  it.each(BAD_IDS)('404: %.12s', async (id) => {
    expect((await api.ask(`/clinics/${id}/signals`)).refusal.error).toBe('not_found');
  });

  itAnswersAsEveryRead(theApi, `/clinics/${ANNEX}/signals`);
});
