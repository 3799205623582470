import type { ClinicRecord } from '@care-atlas/domain/records';
import { Directory } from '@care-atlas/domain/directory';
import { AsOf, freshnessOf } from '@care-atlas/domain/rules';
import { ReadModelBuilder } from '@care-atlas/domain/read-model';
import fc from 'fast-check';
import {
  type ModelClinicRow,
  type ModelExtract,
  type ModelObservation,
  type ModelRegistration,
  type ModelRejects,
  SyncModel,
} from '../../test/sync-model.js';
import {
  aClinic,
  aRegistration,
  empty,
  NOTHING,
  NOW,
  uuid,
  useTestDatabase,
} from '../../test/test-directory.js';
import { loadDataset } from '../directory/loading/dataset-loader.js';
import { runSync, type SyncResult } from './sync-run.js';
import type { SyncWriter } from './sync-writer.js';

const RUNS = Number(process.env['RUNS'] ?? 8);
const SEED = Number(process.env['SEED'] ?? 20_261_123);
const HOUR_MS = 3_600_000;

const database = useTestDatabase();

const NUMBERS = ['900001', '900002', '900003', '900004'];
const PLACES = [1, 2, 3, 4];
/** The register knows all places, the source of clinics all but the last. */
const LISTED_PLACES = PLACES.slice(0, 3);

const registrationOf = (number: string): fc.Arbitrary<ModelRegistration> =>
  fc.record({
    number: fc.constant(number),
    active: fc.boolean(),
    places: fc.uniqueArray(fc.constantFrom(...PLACES), { minLength: 1, maxLength: 2 }),
  });
const clinicOf = (place: number): fc.Arbitrary<ModelClinicRow> =>
  fc.record({ place: fc.constant(place), accepting: fc.constantFrom(true, false, null) });
const someOf = <Key, Row>(keys: readonly Key[], rowOf: (key: Key) => fc.Arbitrary<Row>) =>
  fc.subarray([...keys], { minLength: 1 }).chain((some) => fc.tuple(...some.map(rowOf)));
const observation: fc.Arbitrary<ModelObservation> = fc.record({
  subject: fc.constantFrom(...NUMBERS, ...LISTED_PLACES.map((place) => `c${place}`), '999999'),
  accepting: fc.boolean(),
  daysAgo: fc.nat(3),
});

/** Mostly none, so that records do expire and close. */
const rejectsOf = <Key>(keys: readonly Key[]): fc.Arbitrary<ModelRejects<Key>> =>
  fc.record({
    keys: fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, fc.subarray([...keys], { maxLength: 2 })),
    unreadable: fc.constantFrom(0, 0, 0, 1, 2),
  });

const anyRun = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('register' as const),
      rows: someOf(NUMBERS, registrationOf),
      rejects: rejectsOf(NUMBERS),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('clinics' as const),
      rows: someOf(LISTED_PLACES, clinicOf),
      rejects: rejectsOf(LISTED_PLACES),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('availability' as const),
      rows: fc.uniqueArray(observation, {
        minLength: 1,
        maxLength: 4,
        selector: (o) => `${o.subject} ${o.daysAgo}`,
      }),
    }),
  },
);
const step = fc.record({
  run: anyRun,
  complete: fc.boolean(),
  hoursLater: fc.integer({ min: 1, max: 24 * 20 }),
  /** The age of the extract: days between two runs are few enough that an older one often follows a newer one. */
  extractDaysOld: fc.constantFrom(0, 0, 0, 1, 7, 25),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const addressOf = (place: number) => `${place} Main Street, Toronto, ON M1N 1S9`;

function apply(model: SyncModel, { run }: Step, extract: ModelExtract) {
  if (run.kind === 'register') return model.register(run.rows, run.rejects, extract);
  if (run.kind === 'clinics') return model.listClinics(run.rows, run.rejects, extract);
  return model.observe(run.rows, extract);
}

function reject(writer: SyncWriter, keys: readonly string[], unreadable: number): void {
  const row = { line: 1, column: '', value: '', reason: 'No.' };
  for (const key of keys) writer.reject(row, key);
  for (let n = 0; n < unreadable; n++) writer.reject(row);
}

function feed({ run, complete }: Step, now: Date): (writer: SyncWriter) => Promise<void> {
  if (run.kind === 'register') {
    const { keys, unreadable } = run.rejects;
    const registrations = run.rows.map(({ number, active, places }) =>
      aRegistration({
        registrationNumber: number,
        status: active ? 'Active' : 'Suspended',
        locations: places.map((place) => ({
          name: `r${place}`,
          address: addressOf(place),
          postalCode: '',
          phone: '',
          lat: 43.7,
          lng: -79.3,
          positionSource: 'postal-area',
          type: 'walk-in',
        })),
      }),
    );
    return (writer) => {
      reject(writer, keys, unreadable);
      return writer.register(registrations, { complete });
    };
  }
  if (run.kind === 'clinics') {
    const { keys, unreadable } = run.rejects;
    const clinics = run.rows.map(({ place, accepting }) =>
      aClinic({ id: uuid(place), name: `c${place}`, address: addressOf(place), postalCode: '', accepting }),
    );
    return (writer) => {
      reject(writer, keys.map(uuid), unreadable);
      return writer.clinics(clinics, { complete });
    };
  }
  const observations = run.rows.map(({ subject, accepting, daysAgo }) => ({
    subject: subject.startsWith('c')
      ? { clinicId: uuid(Number(subject.slice(1))) }
      : { registrationNumber: subject },
    accepting,
    method: 'phone',
    observedAt: new Date(now.getTime() - daysAgo * 24 * HOUR_MS),
  }));
  return (writer) => writer.availability(observations);
}

/** Runs a step, and returns how many rows it left alone, because a newer extract had described their records. */
async function run(
  each: Step,
  now: Date,
  extractedAt: Date,
): Promise<{ readonly result: SyncResult; readonly leftAlone: number }> {
  let leftAlone = 0;
  const work = async (writer: SyncWriter) => {
    await feed(each, now)(writer);
    leftAlone = writer.older;
  };
  const result = await runSync(database.url, { source: 'test', extractedAt }, now, work, { maxRejected: 1 });
  return { result, leftAlone };
}

/** What is served, in the words of the model. */
async function served(now: Date) {
  const names = new Map<string, string>();
  const open = new Map<string, ClinicRecord>();
  const builder = await loadDataset(database.url, (about) => {
    const sink = new ReadModelBuilder(about);
    return Object.assign(sink, {
      addClinic(clinic: ClinicRecord) {
        names.set(clinic.id, clinic.name);
        open.set(clinic.name, clinic);
        ReadModelBuilder.prototype.addClinic.call(sink, clinic);
      },
    });
  });
  const model = builder.build();
  const directory = new Directory(
    () => model,
    () => now,
  );
  const { totalDoctors, acceptingNewPatients, dataFreshness } = directory.getSummary().value;
  const doctors = NUMBERS.flatMap((number) => {
    try {
      const { clinic, dataFreshness: freshness } = directory.getDoctor(number).value.doctor;
      return [[number, clinic.name, freshness]];
    } catch {
      return [];
    }
  });
  return {
    clinics: Object.fromEntries([...open].map(([name, { accepting }]) => [name, accepting])),
    doctors,
    totals: { totalDoctors, acceptingNewPatients, dataFreshness },
  };
}

function expected(model: SyncModel, now: Date) {
  const asOf = new AsOf(now);
  const doctors = NUMBERS.flatMap((number) => {
    const doctor = model.doctors.get(number);
    if (!doctor) return [];
    const open = doctor.places.find((name) => model.clinics.get(name)!.open);
    return [[number, open ?? doctor.places[0]!, freshnessOf(doctor, asOf)]];
  });
  const listed = [...model.doctors.values()].filter(({ expiredAt }) => !expiredAt);
  const fresh = listed.filter((doctor) => freshnessOf(doctor, asOf) === 'fresh').length;
  return {
    clinics: Object.fromEntries(
      [...model.clinics]
        .filter(([, clinic]) => clinic.open)
        .map(([name, { accepting }]) => [name, accepting]),
    ),
    doctors,
    totals: {
      totalDoctors: listed.length,
      acceptingNewPatients: listed.filter(({ places }) => model.clinics.get(places[0]!)!.accepting).length,
      dataFreshness: {
        fresh,
        stale: listed.length - fresh,
        unknown: 0,
        coveragePct: listed.length > 0 ? 100 : 0,
      },
    },
  };
}

test('any sequence of runs leaves the directory as the plain model says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 6 }), async (steps) => {
      await empty(database.url);
      const model = new SyncModel();
      let now = NOW;
      for (const each of steps) {
        now = new Date(now.getTime() + each.hoursLater * HOUR_MS);
        const extractedAt = new Date(now.getTime() - each.extractDaysOld * 24 * HOUR_MS);
        const counts = apply(model, each, { complete: each.complete, now, extractedAt });
        const { result, leftAlone } = await run(each, now, extractedAt);
        expect(result.counts).toEqual({ ...NOTHING, ...counts });
        expect(leftAlone).toBe(model.leftAlone);
        expect(await served(now)).toEqual(expected(model, now));
        const later = new Date(now.getTime() + 31 * 24 * HOUR_MS);
        expect((await served(later)).totals).toEqual(expected(model, later).totals);
        // The same again changes nothing but times, with which an undated word of acceptance moves on.
        if (each.run.kind === 'clinics') continue;
        const again = await run(each, now, extractedAt);
        expect(again.result.differences).toEqual([]);
      }
    }),
    { numRuns: RUNS, seed: SEED },
  );
});
