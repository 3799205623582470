import type { ClinicAnswer, DoctorAnswer, Interpretation } from '@care-atlas/domain/contract';
import type { ClinicInput } from '@care-atlas/data/sync';
import { CLINICS, DOCTORS } from '../../../libs/domain/test/invented-directory.js';
import { TestApi } from './test-api.js';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start();
});
afterAll(() => api.stop());

type Item = Readonly<Record<string, unknown>> & { readonly name: string; readonly distanceMeters?: number };
interface List {
  readonly items: readonly Item[];
  readonly total: number;
  readonly interpreted?: readonly Interpretation[];
  readonly warnings?: readonly string[];
}

const [ANNEX] = CLINICS;
/** As `/places` says. */
const SPADINA = { lat: 43.66854, lng: -79.4047 };
const READ = [
  {
    param: 'near',
    value: 'Spadina station',
    as: ['Spadina (subway station in Toronto)'],
    precision: 'point',
  },
];
const NEAR = 'near=Spadina%20station';

/** Returns the great-circle distance from Spadina, in meters. */
function metresTo({ lat, lng }: ClinicInput): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const [a, b] = [radians(SPADINA.lat), radians(lat)];
  const cosine = Math.sin(a) * Math.sin(b) + Math.cos(a) * Math.cos(b) * Math.cos(radians(lng - SPADINA.lng));
  return 6_371_008.8 * Math.acos(Math.min(1, cosine));
}

/** The clinic of an item: of a doctor, the primary one. */
function clinicOf({ id, clinic }: Item): ClinicInput {
  const own = (clinic as Item | undefined)?.['id'] ?? id;
  return CLINICS.find((each) => each.id === own)!;
}

describe.each([
  ['/doctors', 'years'],
  ['/doctors/search?q=dr', 'years'],
  ['/clinics', 'name'],
  ['/specialists?specialty=Cardiology', 'wait'],
])('%s', (path, order) => {
  async function list(query: string): Promise<List> {
    const answer = await api.ask(`${path}${path.includes('?') ? '&' : '?'}limit=100&${query}`);
    expect(answer.status).toBe(200);
    const { doctors, clinics, ...rest } = answer.json<List & { doctors?: Item[]; clinics?: Item[] }>();
    return { ...rest, items: (doctors ?? clinics)! };
  }
  const ids = ({ items }: List) => items.map(({ id }) => id);

  it('200: near orders nearest first, says what it read, and adds the distance', async () => {
    const { items, interpreted } = await list(NEAR);
    expect(interpreted).toEqual(READ);
    const distances = items.map((item) => item.distanceMeters!);
    expect(distances).toEqual(distances.toSorted((a, b) => a - b));
    for (const item of items)
      expect(Math.abs(item.distanceMeters! - metresTo(clinicOf(item)))).toBeLessThan(1);
  });

  it('200: coordinates give the same order, without the distance', async () => {
    const point = await list(`near=${SPADINA.lat},${SPADINA.lng}`);
    const plain = await list(`lat=${SPADINA.lat}&lng=${SPADINA.lng}`);
    expect(ids(plain)).toEqual(ids(point));
    expect(point.interpreted).toBeUndefined();
    expect(point.items[0]).toHaveProperty('distanceMeters');
    expect(plain.items[0]).not.toHaveProperty('distanceMeters');
  });

  it('200: within keeps what is near', async () => {
    const [all, near] = [await list(NEAR), await list(`${NEAR}&within=6`)];
    expect(near.items).toEqual(all.items.filter(({ distanceMeters }) => distanceMeters! <= 6_000));
    expect(near.total).toBe(near.items.length);
    expect(near.total).toBeLessThan(all.total);
    expect(near.total).toBeGreaterThan(0);
  });

  it('200: area keeps what has a postal code there', async () => {
    const all = await list('');
    const downtown = await list('area=Downtown,L5B');
    expect(downtown.items).toEqual(all.items);
    expect(downtown.interpreted!.map(({ param, as }) => [param, ...as])).toEqual([
      ['area', 'Downtown Toronto (district in Toronto)'],
      ['area', 'L5B (postal area in Mississauga)'],
    ]);
    expect((await list('area=Scarborough')).total).toBe(0);
  });

  it('200: an explicit order wins over the distance', async () => {
    const named = await list(`${NEAR}&sort=name`);
    expect(ids(named)).toEqual(ids(await list('')));
    expect(named.items[0]).toHaveProperty('distanceMeters');
    expect(ids(await list(`${NEAR}&sort=${order}`))).toEqual(ids(await list(`sort=${order}`)));
    expect(ids(await list(`${NEAR}&sort=distance`))).toEqual(ids(await list(NEAR)));
  });

  it('200: include adds members at the top level', async () => {
    const { items } = await list(`${NEAR}&include=distance,location,contact,hours`);
    for (const item of items) {
      const { lat, lng, phone, website, address, openingHours } = clinicOf(item);
      expect(item).toMatchObject({ lat, lng, phone, website, distanceMeters: item.distanceMeters });
      expect((item['openingHours'] as unknown[] | null)?.length ?? 0).toBe(openingHours.length);
      expect(item['address']).toBe(path.startsWith('/doctors') ? undefined : address);
    }
    expect(items.some((item) => item['openingHours'] === null)).toBe(
      path !== '/specialists?specialty=Cardiology',
    );
  });

  it('200: warns of a far point, and names the other places of a name', async () => {
    const far = await list('near=-79.38,43.65');
    expect(far.warnings).toEqual([
      'The point -79.38,43.65 is more than 100 km outside the Greater Toronto Area: are latitude and longitude swapped?',
    ]);
    const { interpreted } = await list('near=Fairview');
    expect(interpreted).toEqual([
      {
        param: 'near',
        value: 'Fairview',
        as: ['Fairview (neighbourhood in Mississauga)'],
        others: ['Fairview (neighbourhood in North York)'],
        precision: 'area',
      },
    ]);
  });
});

it('200: sort=years is most first, sort=wait shortest first', async () => {
  const { doctors } = (await api.ask('/doctors?sort=years&limit=100')).json<{
    doctors: { yearsOfPractice: number }[];
  }>();
  const years = doctors.map(({ yearsOfPractice }) => yearsOfPractice);
  expect(years).toEqual(years.toSorted((a, b) => b - a));
  const answer = await api.ask('/specialists?specialty=Cardiology&sort=wait');
  const { clinics } = answer.json<{ clinics: { wait_weeks: number }[] }>();
  expect(clinics.map(({ wait_weeks }) => wait_weeks)).toEqual([2, 6, 12]);
});

it('200: /places gives the point that near is measured from', async () => {
  const answer = await api.ask('/places?q=spadina&kind=subway-station');
  expect(answer.json()).toMatchObject({ places: [SPADINA], total: 1 });
});

describe('a detail', () => {
  const distanceMeters = Math.round(metresTo(ANNEX));

  it('200: has the distance with near, or with include and a point', async () => {
    const doctor = (await api.ask(`/doctors/900001?${NEAR}`)).json<DoctorAnswer>();
    expect(doctor).toMatchObject({ doctor: { distanceMeters }, interpreted: READ });
    const clinic = (await api.ask(`/clinics/${ANNEX.id}?${NEAR}&include=hours`)).json<ClinicAnswer>();
    expect(clinic).toMatchObject({ clinic: { distanceMeters }, interpreted: READ });
    expect(clinic.clinic.openingHours).toHaveLength(6);
    const point = `lat=${SPADINA.lat}&lng=${SPADINA.lng}`;
    const included = await api.ask(`/doctors/900001?${point}&include=distance,contact`);
    expect(included.json()).toMatchObject({ doctor: { distanceMeters, phone: ANNEX.phone } });
    expect((await api.ask(`/doctors/900001?${point}`)).body).toBe((await api.ask('/doctors/900001')).body);
  });

  it('200: of a doctor names every open clinic, in the form of a list', async () => {
    const { doctor } = (await api.ask('/doctors/900001')).json<DoctorAnswer>();
    expect(doctor.clinics).toEqual([doctor.clinic]);
    expect(doctor.clinics.map(({ id }) => id)).toEqual(DOCTORS[0]!.clinicIds);
  });
});
