import {
  addExtract,
  type ClinicFields,
  type DoctorFields as ModelDoctorFields,
  type Extract,
  fuseDirectory,
  type NamedSource,
  NO_EXTRACTS,
} from '@care-atlas/domain/fusion';
import type { EvidenceMethod } from '@care-atlas/domain/records';
import fc from 'fast-check';
import {
  aClinic,
  aLocation,
  aRegistration,
  empty,
  NOW,
  rowsOf,
  useTestDatabase,
  uuid,
} from '../../test/test-directory.js';
import { CLINIC_FORM } from './clinics/clinic-form.js';
import { isActiveStatus, REGISTER_FORM } from './doctors/doctor-form.js';
import { PLACE_FORM } from './doctors/receive-register.js';
import type { ClinicInput, RegisterInput, SyncWriter } from './index.js';
import { runSync } from './sync-run.js';

/** Orders lists as texts, which is enough to compare them. */
const byText = (a: unknown, b: unknown) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
const RUNS = Number(process.env['RUNS'] ?? 12);
const SEED = Number(process.env['SEED'] ?? 20_261_128);
const DAY_MS = 86_400_000;

const database = useTestDatabase();

const METHODS = {
  register: 'register',
  odhf: 'open_data',
  clinics: 'clinic_attested',
  scrape: 'web',
  pages: 'web',
} as const satisfies Readonly<Record<string, EvidenceMethod>>;
type SourceName = keyof typeof METHODS;
const LISTS = ['odhf', 'clinics', 'scrape', 'pages'] as const satisfies readonly SourceName[];

/** Addresses in several spellings, so that sources meet at them. */
const ADDRESSES = [
  { address: '12 Kingston Road, Toronto, ON M1N 1S9', postalCode: 'M1N 1S9' },
  { address: '12 KINGSTON RD, TORONTO', postalCode: '' },
  { address: 'Unit 2, 12 Kingston Rd, Toronto, ON M1N 1S9', postalCode: 'M1N 1S9' },
  { address: '40 Elm Ave, Milton, ON L9T 1A1', postalCode: 'L9T 1A1' },
];
const NAMES = ['Kingston Heart Clinic', 'Kingston Heart', 'Maple Dental Surgery'];

const clinic = (n: number): fc.Arbitrary<ClinicInput> =>
  fc
    .record({
      name: fc.constantFrom(...NAMES),
      place: fc.constantFrom(...ADDRESSES),
      phone: fc.constantFrom('', '+1-416-555-0101', '+1-416-555-0102'),
      wheelchair: fc.constantFrom(true, false, null),
    })
    // Each source has ids of its own, but for the first clinic.
    .map(({ place, ...facts }) =>
      aClinic({ id: uuid(n), accepting: null, openingHours: [], ...place, ...facts }),
    );
const registration = (registrationNumber: string): fc.Arbitrary<RegisterInput> =>
  fc
    .record({
      name: fc.constantFrom('Dr. Ada Elm', 'Dr. Ada Oak'),
      status: fc.constantFrom('Active', 'Active', 'Expired'),
      places: fc.uniqueArray(fc.constantFrom(...ADDRESSES), { minLength: 1, maxLength: 2 }),
      named: fc.constantFrom('', ...NAMES),
      phone: fc.constantFrom('', '+1-416-555-0120', '+1-416-555-0121'),
    })
    .map(({ places, named, phone, ...facts }) =>
      aRegistration({
        registrationNumber,
        ...facts,
        locations: places.map((place) => aLocation({ ...place, phone, name: named })),
      }),
    );
const some = <Key, Row>(keys: readonly Key[], rowOf: (key: Key) => fc.Arbitrary<Row>) =>
  fc.subarray([...keys], { minLength: 1 }).chain((chosen) => fc.tuple(...chosen.map(rowOf)));

const anImport = fc.oneof(
  fc.constantFrom(...LISTS).chain((source) =>
    fc.record({
      source: fc.constant(source),
      clinics: some([1, 10 * LISTS.indexOf(source) + 12, 10 * LISTS.indexOf(source) + 13], clinic),
      isComplete: fc.boolean(),
    }),
  ),
  fc.record({
    source: fc.constant('register' as const),
    registrations: some(['900001', '900002', '900003'], registration),
    isComplete: fc.boolean(),
  }),
);
type Import = typeof anImport extends fc.Arbitrary<infer T> ? T : never;
/** Imports with the days of their extracts, in any order. */
const imports = fc.array(anImport, { minLength: 1, maxLength: 6 }).chain((list) =>
  fc
    .shuffledSubarray(
      list.map((_, day) => day),
      { minLength: list.length },
    )
    .map((days) =>
      list.map((each, index) => ({ ...each, at: new Date(NOW.getTime() + days[index]! * DAY_MS) })),
    ),
);
type TimedImport = Import & { readonly at: Date };

async function run(each: TimedImport, now: Date): Promise<void> {
  const { source, at: extractedAt, isComplete: complete } = each;
  const facts = { method: METHODS[source] };
  const work = (writer: SyncWriter) =>
    'clinics' in each
      ? writer.clinics(each.clinics, { complete })
      : writer.register(each.registrations, { complete });
  await runSync(database.url, { source, extractedAt, facts }, now, work, { maxExpired: 1 });
}

/** Returns what an import says of clinics and doctors, as extracts of the model. */
function extractsOf(each: TimedImport) {
  const common = { source: each.source, at: each.at.getTime(), isComplete: each.isComplete };
  if ('clinics' in each)
    return { clinics: { ...common, rows: each.clinics.map(CLINIC_FORM.read) }, doctors: undefined };
  const rows = each.registrations.map(REGISTER_FORM.read).map(({ key, fields }) => ({
    key,
    fields: {
      own: fields.name,
      isActive: isActiveStatus(fields.status!),
      places: fields.places!,
      hints: fields.hints!,
    },
  }));
  const places = new Map(
    Array.from(
      Map.groupBy(
        each.registrations.flatMap(({ status, locations }) =>
          locations.map((location) => ({
            isActive: isActiveStatus(status),
            place: PLACE_FORM.read(location),
          })),
        ),
        ({ place }) => place.key,
      ),
      ([key, named]) => {
        const active = named.filter(({ isActive }) => isActive);
        const counted = (active.length > 0 ? active : named).map(({ place }) => place.fields);
        const name = counted.flatMap((fields) => fields.name ?? [])[0];
        const phone = counted.flatMap((fields) => fields.phone ?? [])[0] ?? null;
        return [key, { key, fields: { ...counted[0]!, ...(name && { name }), phone } }] as const;
      },
    ),
  );
  return {
    // A register does not list places: it names them.
    clinics: { ...common, isComplete: false, rows: [...places.values()] },
    doctors: { ...common, rows },
  };
}

function expected(list: readonly TimedImport[]) {
  const sources = Object.entries(METHODS).map(([name, method]): NamedSource<string> => {
    const own = list.filter(({ source }) => source === name).map(extractsOf);
    return {
      name,
      method,
      clinics: own.reduce<NamedSource['clinics']>(
        (state, { clinics }) => addExtract(state, clinics as Extract<ClinicFields>),
        NO_EXTRACTS,
      ),
      doctors: own.reduce<NamedSource<string>['doctors']>(
        (state, { doctors }) =>
          doctors ? addExtract(state, doctors as Extract<ModelDoctorFields<string>>) : state,
        NO_EXTRACTS,
      ),
    };
  });
  const { clinics, answeredBy, doctors } = fuseDirectory(sources);
  return {
    clinics: Array.from(clinics.values(), ({ id, isListed, fields }) => [
      id,
      isListed ? [fields.name, fields.phone, fields.wheelchair, fields.address?.address] : 'closed',
    ]).toSorted(byText),
    answeredBy: [...answeredBy].toSorted(byText),
    doctors: Array.from(doctors, ([number, { own, isListed, clinics: ids }]) => [
      number,
      own,
      isListed,
      ids,
    ]).toSorted(byText),
  };
}

async function stored() {
  const clinics = await rowsOf<Record<string, unknown>>(
    database.url,
    `select id, closed_at is null as open, name, phone, wheelchair, address from clinic
    where not exists (select from corrected_record where key = id::text and survivor is not null) order by id`,
  );
  const merged = await rowsOf<{ key: string; survivor: string }>(
    database.url,
    'select key, survivor from corrected_record where survivor is not null',
  );
  const answeredBy = new Map(merged.map(({ key, survivor }) => [key, survivor]));
  const doctors = await rowsOf<{ number: string; name: string; listed: boolean; clinics: readonly string[] }>(
    database.url,
    `select registration_number as number, name, expired_at is null as listed,
      primary_clinic_id::text || array(select clinic_id::text from additional_location
        where registration_number = doctor.registration_number order by position) as clinics
    from doctor`,
  );
  return {
    clinics: clinics.map(({ id, open, name, phone, wheelchair, address }) => [
      id,
      open ? [name, phone === '' ? null : phone, wheelchair, address] : 'closed',
    ]),
    answeredBy: [...answeredBy].toSorted(byText),
    doctors: doctors
      .map(({ number, name, listed, clinics: ids }) => [
        number,
        name,
        listed,
        [...new Set(ids.map((id) => answeredBy.get(id) ?? id))],
      ])
      .toSorted(byText),
  };
}

test('imports of any sources, in any order, make the directory that the model says', async () => {
  await fc.assert(
    fc.asyncProperty(imports, async (list) => {
      await empty(database.url);
      let now = new Date(NOW.getTime() + 10 * DAY_MS);
      for (const [index, each] of list.entries()) {
        now = new Date(now.getTime() + DAY_MS);
        await run(each, now);
        expect(await stored()).toEqual(expected(list.slice(0, index + 1)));
      }
      // The same again changes nothing.
      const before = await stored();
      await run(list.at(-1)!, new Date(now.getTime() + DAY_MS));
      expect(await stored()).toEqual(before);
    }),
    { numRuns: RUNS, seed: SEED },
  );
});
