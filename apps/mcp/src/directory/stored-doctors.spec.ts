import fc from 'fast-check';
import { FULL_SIZES, SANDBOX_SIZES } from '@care-atlas/domain/access';
import { Directory } from '@care-atlas/domain/directory';
import { buildReadModel, type ReadModel } from '@care-atlas/domain/read-model';
import type { ClinicRecord } from '@care-atlas/domain/records';
import { unconnectedFeed } from '../../../../libs/data/test/unconnected-feed.js';
import { DAY_MS, NOW } from '../../../../libs/domain/test/builders.js';
import { testRecords } from '../../test/directory-records.js';
import { searchDoctors } from '../tools/search-doctors.js';
import { type DirectoryReader, localReader, readDoctors } from './directory-reader.js';

const RUNS = Number(process.env['PARITY_QUERIES'] ?? 1_000);
const METHODS = ['phone_call', 'web', 'patient_report', 'clinic_attested', 'register', ''];
/** Hidden characters, line breaks and what JSON escapes, in names that tools show in one line. */
const ODD = ['', '\u202e', ' "the\\new"', '\nLine two', '\u200bÉlan’s'];

/** Returns the test directory with acceptance of every kind and age, and odd names. */
function oddModel(version: string): ReadModel {
  const { clinics, doctors } = testRecords();
  const syncedAt = new Date(NOW.getTime() - DAY_MS);
  return buildReadModel(
    { version, syncedAt },
    {
      clinics: clinics.map((clinic, n): ClinicRecord => ({
        ...clinic,
        name: `${clinic.name}${ODD[n % ODD.length]}${version}`,
        phone: n % 4 === 3 ? '' : clinic.phone,
        accepting: [true, false, null][n % 3]!,
        acceptingObserved:
          n % 4 === 0
            ? null
            : { observedAt: new Date(NOW.getTime() - n * 20 * DAY_MS), method: METHODS[n % METHODS.length]! },
      })),
      doctors: doctors.map((doctor, i) => ({
        ...doctor,
        name: `${doctor.name}${ODD[(i >> 2) % ODD.length]}`,
      })),
    },
  );
}

const optional = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ arbitrary: fc.constant(undefined), weight: 5 }, { arbitrary: value, weight: 1 });
const flag = optional(fc.constant(true));
const REQUESTS = fc.record({
  args: fc.record({
    q: optional(fc.constantFrom('chen', 'Tremblai', 'fatima khan', '900001', 'nobody at all')),
    specialties: optional(fc.subarray(['Family Medicine', 'Cardiology', 'heart doctor'], { minLength: 1 })),
    languages: optional(fc.subarray(['French', 'Tamil', 'zh', 'Klingon'], { minLength: 1 })),
    gender: optional(fc.constantFrom('female', 'male')),
    accepting: flag,
    weekend: flag,
    hasWebsite: flag,
    near: optional(fc.constantFrom('43.65,-79.38', 'M1K 2N1')),
    within: optional(fc.integer({ min: 1, max: 100 })),
    include: optional(fc.subarray(['location', 'contact', 'hours', 'availability'], { minLength: 1 })),
    limit: optional(fc.integer({ min: 0, max: 100 })),
    offset: optional(fc.integer({ min: 0, max: 70 })),
  }),
  daysLater: fc.integer({ min: 0, max: 400 }),
  version: fc.constantFrom('1', '2'),
  sizes: fc.constantFrom(FULL_SIZES, SANDBOX_SIZES),
});

it('makes the same answers from stored parts as from the JSON of the list, whatever the arguments', async () => {
  const models = { 1: oddModel('1'), 2: oddModel('2') };
  let now = NOW;
  let model: ReadModel = models[1];
  const directory = new Directory(
    () => model,
    () => now,
  );
  const stored = localReader(directory, unconnectedFeed());
  const asJson: DirectoryReader = {
    ...stored,
    findDoctors: (query, sizes) => readDoctors(directory, query, sizes),
  };
  const answers = new Set<string>();
  let errors = 0;
  await fc.assert(
    fc.asyncProperty(REQUESTS, async ({ args, daysLater, version, sizes }) => {
      now = new Date(NOW.getTime() + daysLater * DAY_MS);
      model = models[version as '1' | '2'];
      const given = Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined));
      const [found, expected] = await Promise.all(
        [stored, asJson].map((reader) =>
          searchDoctors
            .answer(given, { directory: reader, sizes, clock: () => now })
            .then(JSON.stringify, String),
        ),
      );
      expect(found).toBe(expected);
      if (found!.startsWith('{')) answers.add(found!);
      else errors++;
    }),
    { numRuns: RUNS, seed: 20_261_125 },
  );
  // Most requests are valid, and their answers differ.
  expect(answers.size).toBeGreaterThan(RUNS / 2);
  expect(errors).toBeLessThan(RUNS / 3);
});
