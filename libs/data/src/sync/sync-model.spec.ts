import {
  addExtract,
  bestDetail,
  type DetailStatement,
  type ClinicFields,
  type DoctorFields as ModelDoctorFields,
  type Extract,
  fuseDirectory,
  fuseService,
  type NamedSource,
  NO_EXTRACTS,
  type ServiceFields,
  type SourceState,
  withSince,
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
import type { DetailFields } from './details/detail-form.js';
import { OBSERVATION_FORM } from './details/observations.js';
import { SERVICE_FORM } from './details/services.js';
import { CLINIC_FORM } from './clinics/clinic-form.js';
import { isActiveStatus, REGISTER_FORM } from './doctors/doctor-form.js';
import { PLACE_FORM } from './doctors/receive-register.js';
import type { ClinicInput, RegisterInput, SyncWriter } from './index.js';
import { runSync } from './sync-run.js';

/** Orders lists as texts, which is enough to compare them. */
const byText = (a: unknown, b: unknown) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
const RUNS = Number(process.env['RUNS'] ?? 8);
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

/** Clinics of several sources, and one that there never is. */
const SUBJECTS = [1, 12, 22, 32, 99];

const service = (n: number) =>
  fc.record({
    clinicId: fc.constant(uuid(n)),
    specialty: fc.constantFrom('Cardiology', 'CARDIOLOGY', 'Neurology'),
    waitWeeks: fc.nat(3),
    accepting: fc.constantFrom(true, false, null),
  });
const observation = (n: number) =>
  fc.record({
    subject: fc.constantFrom(
      { clinicId: uuid(n) },
      {
        registrationNumber: `90000${SUBJECTS.indexOf(n) + 1}`,
      },
    ),
    accepting: fc.boolean(),
    method: fc.constantFrom('', 'phone'),
    observedAt: fc.constantFrom(NOW, new Date(NOW.getTime() - DAY_MS)),
  });
const anImport = fc.oneof(
  fc
    .constantFrom(...LISTS)
    .chain((source) =>
      fc.record({ source: fc.constant(source), services: some(SUBJECTS, service), isComplete: fc.boolean() }),
    ),
  fc.constantFrom(...LISTS).chain((source) =>
    fc.record({
      source: fc.constant(source),
      observations: some(SUBJECTS, observation),
      isComplete: fc.boolean(),
    }),
  ),
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
  const work = (writer: SyncWriter) => {
    if ('clinics' in each) return writer.clinics(each.clinics, { complete });
    if ('services' in each) return writer.services(each.services, { complete });
    if ('observations' in each) return writer.availability(each.observations, { complete });
    return writer.register(each.registrations, { complete });
  };
  await runSync(database.url, { source, extractedAt, facts }, now, work, { maxExpired: 1 });
}

/** Returns what an import says of services or observations, as an extract of the model; undefined if it says nothing. */
function detailsOf(each: TimedImport, form: typeof SERVICE_FORM | typeof OBSERVATION_FORM) {
  const extract = { source: each.source, at: each.at.getTime(), isComplete: each.isComplete };
  if (form === SERVICE_FORM)
    return 'services' in each ? { ...extract, rows: each.services.map(SERVICE_FORM.read) } : undefined;
  return 'observations' in each
    ? { ...extract, rows: each.observations.map(OBSERVATION_FORM.read) }
    : undefined;
}

/** Returns what all sources say of services or observations, by key, of subjects that the directory has. */
function detailStatements<Fields extends DetailFields>(
  list: readonly TimedImport[],
  form: typeof SERVICE_FORM | typeof OBSERVATION_FORM,
  hasSubject: (subject: string) => boolean,
) {
  const said = Object.entries(METHODS).flatMap(([source, method]) => {
    const extracts = list
      .filter((each) => each.source === source)
      .flatMap((each) => detailsOf(each, form) ?? []);
    const state = extracts.reduce<SourceState<Fields>>(
      (known, extract) => addExtract(known, extract as unknown as Extract<Fields>),
      NO_EXTRACTS,
    );
    const times = state.extracts.map(({ at }) => at);
    return [...state.records.values()].map((record): DetailStatement<Fields> => ({
      ...record,
      method,
      fields: withSince(record.fields, times),
    }));
  });
  return Map.groupBy(
    said.filter(({ fields }) => hasSubject(fields.subject!.value)),
    ({ key }) => key,
  );
}

/** Returns what an import says of clinics and doctors, as extracts of the model. */
function extractsOf(each: TimedImport) {
  if ('services' in each || 'observations' in each) return { clinics: undefined, doctors: undefined };
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
        (state, { clinics }) => (clinics ? addExtract(state, clinics as Extract<ClinicFields>) : state),
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
  const hasSubject = (subject: string) =>
    clinics.has(subject) || answeredBy.has(subject) || doctors.has(subject);
  const services = detailStatements<ServiceFields & DetailFields>(list, SERVICE_FORM, hasSubject);
  const observations = detailStatements<{ accepting: boolean } & DetailFields>(
    list,
    OBSERVATION_FORM,
    hasSubject,
  );
  return {
    services: Array.from(services, ([key, records]) => {
      const fused = fuseService(records);
      return fused ? [key, fused.waitWeeks, fused.accepting] : [];
    })
      .filter((row) => row.length > 0)
      .toSorted(byText),
    observations: Array.from(observations, ([key, records]) => {
      const best = bestDetail(records);
      return best ? [key, best.fields.accepting!.value, best.source] : [];
    })
      .filter((row) => row.length > 0)
      .toSorted(byText),
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
  const services = await rowsOf<Record<string, unknown>>(
    database.url,
    `select clinic_id || ' ' || folded_name as key, wait_weeks as wait, accepting
    from specialty_service join specialty on id = specialty_id`,
  );
  const observations = await rowsOf<Record<string, unknown> & { at: Date }>(
    database.url,
    `select coalesce(clinic_id::text, registration_number) as subject, observed_at as at, method, accepting, source
    from availability_observation where since is null`,
  );
  return {
    services: services.map(({ key, wait, accepting }) => [key, wait, accepting]).toSorted(byText),
    observations: observations
      .map(({ subject, at, method, accepting, source }) => [
        `${String(subject)} ${at.toISOString()} ${String(method)}`,
        accepting,
        source,
      ])
      .toSorted(byText),
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
