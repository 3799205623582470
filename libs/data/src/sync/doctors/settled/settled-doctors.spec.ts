import fc from 'fast-check';
import {
  aClinic,
  aLocation,
  aRegistration,
  empty,
  LATER,
  NOTHING,
  NOW,
  register,
  registrations,
  rowsOf,
  uuid,
  sync,
  useTestDatabase,
} from '../../../../test/test-directory.js';
import type { SyncReject } from '../../run/reject-log.js';
import { runSync } from '../../sync-run.js';
import type { SyncWriter } from '../../sync-writer.js';

const RUNS = Number(process.env['RUNS'] ?? 12);
const SEED = Number(process.env['SEED'] ?? 20_261_126);
const HOUR_MS = 3_600_000;

/** In one, rows are settled; in the other none is, because the digests are deleted before each run. */
const settling = useTestDatabase();
const merging = useTestDatabase();

const EVERYTHING = `select jsonb_build_object(
  'clinics', (select jsonb_agg(clinic order by id) from clinic),
  'doctors', (select jsonb_agg(to_jsonb(doctor) - 'row_digest' - 'list_digest' order by registration_number) from doctor),
  'locations', (select jsonb_agg(location order by location::text) from additional_location location),
  'words', (select jsonb_agg(word order by word::text) from (
    select registration_number, name, position from doctor_specialty join specialty on id = specialty_id
    union all select registration_number, name, position from doctor_language join language on id = language_id) word)
) as everything`;

const NUMBERS = ['900001', '900002', '900003', '900004'];
const few = <T>(all: readonly T[], minLength = 0, maxLength = all.length) =>
  fc.subarray([...all], { minLength, maxLength });

const aPlace = fc.record({
  civic: fc.constantFrom(1, 2, 3),
  phone: fc.constantFrom('', '+1-416-555-0100', '+1-416-555-0101'),
  spelling: fc.constantFrom('Kingston Road', 'Kingston Rd.'),
  postalCode: fc.constantFrom('M1N 1S9', ''),
});
const aRow = fc.record({
  registrationNumber: fc.constantFrom(...NUMBERS),
  name: fc.constantFrom('Dr. Elm', 'Dr. Oak'),
  status: fc.constantFrom('Active', 'Active', 'Active', 'Suspended'),
  gender: fc.constantFrom('female' as const, 'male' as const, '' as const),
  specialties: few(['Cardiology', 'Dermatology']),
  places: fc.array(aPlace, { minLength: 1, maxLength: 2 }),
  endsInHours: fc.constantFrom(null, null, -40, 40),
  kept: fc.constantFrom(undefined, undefined, undefined, ['gender'], ['locations', 'specialties']),
});
type Row = typeof aRow extends fc.Arbitrary<infer T> ? T : never;

/** Mostly what was read before, so that most rows are settled. */
const step = fc.record({
  register: fc.array(aRow, { minLength: 1, maxLength: 5 }),
  repeats: fc.constantFrom(true, true, false),
  changes: few([0, 1, 2, 3], 0, 1),
  complete: fc.boolean(),
  absent: fc.constantFrom([], [], ['gender'], ['position', 'bookingOnline', 'gender']),
  absentIsKnown: fc.boolean(),
  clinics: fc.option(few([1, 2, 3], 1), { freq: 3, nil: null }),
  hoursLater: fc.constantFrom(1, 30),
  extractHoursOld: fc.constantFrom(0, 0, 0, 20),
});

function registration(row: Row, line: number) {
  const { places, endsInHours, kept, ...facts } = row;
  return {
    ...aRegistration({
      ...facts,
      expiredAt: endsInHours === null ? null : new Date(NOW.getTime() + endsInHours * HOUR_MS),
      locations: places.map(({ civic, phone, spelling, postalCode }) =>
        aLocation({ address: `${civic} ${spelling}, Toronto, ON ${postalCode}`, postalCode, phone }),
      ),
    }),
    ...(kept && { kept }),
    line,
  };
}

describe('a row that says what is stored', () => {
  beforeEach(() => empty(settling.url));

  test('gives its doctor the times of the run and is not compared', async () => {
    await sync(settling.url, register(registrations(2)));
    // Another program would also write when it did.
    await rowsOf(settling.url, `update doctor set name = 'Dr. Changed'`);
    const { counts } = await sync(settling.url, register(registrations(2)), LATER);
    expect(counts).toEqual({ ...NOTHING, read: 2, unchanged: 2 });
    const doctors = 'select distinct name, confirmed_at, synced_at, digested_at, extracted_at from doctor';
    const times = { confirmed_at: LATER, synced_at: LATER, digested_at: LATER, extracted_at: LATER };
    expect(await rowsOf(settling.url, doctors)).toEqual([{ name: 'Dr. Changed', ...times }]);

    await rowsOf(settling.url, `update doctor set synced_at = now()`);
    const mended = await sync(settling.url, register(registrations(2)), LATER);
    expect(mended.counts).toEqual({ ...NOTHING, read: 2, updated: 2 });
  });

  test.each([
    ['without a column', { absent: () => ['gender'] }, {}],
    ['with a bad value', {}, { kept: ['gender'] }],
  ])('is not one that was read %s', async (_, options, kept) => {
    await sync(settling.url, register([aRegistration()]));
    const genders = () => rowsOf(settling.url, 'select gender from doctor');
    const empty = aRegistration({ gender: '' });
    await sync(settling.url, register([{ ...empty, ...kept }]), LATER, options);
    expect(await genders()).toEqual([{ gender: 'female' }]);
    await sync(settling.url, register([empty]), LATER);
    expect(await genders()).toEqual([{ gender: '' }]);
  });

  test('may lack a column, as long as its source does', async () => {
    const options = { absent: () => ['gender', 'position'], absentIsKnown: () => true };
    const row = aRegistration({ gender: '' });
    const doctors = () => rowsOf(settling.url, 'select name, gender from doctor');
    await sync(settling.url, register([aRegistration()]));
    await sync(settling.url, register([row]), LATER, options);
    expect(await doctors()).toEqual([{ name: row.name, gender: 'female' }]);
    await rowsOf(settling.url, `update doctor set name = 'Dr. Changed'`);
    await sync(settling.url, register([row]), LATER, options);
    expect(await doctors()).toEqual([{ name: 'Dr. Changed', gender: 'female' }]);
    await sync(settling.url, register([row]), LATER);
    expect(await doctors()).toEqual([{ name: row.name, gender: '' }]);
  });

  test('is not one that ends in the future', async () => {
    const row = aRegistration({ status: 'Resigned', expiredAt: new Date(LATER.getTime() + HOUR_MS) });
    for (const now of [NOW, LATER]) {
      await sync(settling.url, register([row]), now);
      expect(await rowsOf(settling.url, 'select expired_at from doctor')).toEqual([{ expired_at: now }]);
    }
  });

  test('writes nothing when its source fails, whatever still waits', async () => {
    const rows = registrations(9000);
    await sync(settling.url, register(rows));
    const failing = async function* () {
      yield* rows;
      throw new Error('The file ends here.');
    };
    const work = (writer: SyncWriter) => writer.register(failing());
    await expect(sync(settling.url, work, LATER)).rejects.toThrow('The file ends here.');
    expect(await rowsOf(settling.url, 'select distinct synced_at from doctor')).toEqual([{ synced_at: NOW }]);
  });

  test('is rejected when an earlier one already said it', async () => {
    const rows = registrations(3).map((row, i) => ({ ...row, line: i + 1 }));
    await sync(settling.url, register(rows));
    const rejects: SyncReject[] = [];
    const [first, second, third] = rows;
    const options = { maxRejected: 1, onReject: (reject: SyncReject) => rejects.push(reject) };
    const again = [
      second!,
      third!,
      first!,
      { ...second!, line: 4 },
      { ...third!, name: 'Dr. Other', line: 5 },
    ];
    const { counts } = await sync(settling.url, register(again), LATER, options);
    expect(counts).toEqual({ ...NOTHING, read: 5, unchanged: 3, rejected: 2 });
    expect(rejects.map(({ line, value, reason }) => [line, value, reason])).toEqual([
      [4, 'registration_number 900002', 'Line 2 already holds this record: keep one of the two rows.'],
      [5, 'registration_number 900003', 'Line 3 already holds this record: keep one of the two rows.'],
    ]);
    const twice = [aRegistration(), aRegistration({ registrationNumber: '900000' }), aRegistration()];
    await expect(sync(settling.url, register(twice))).rejects.toThrow(
      'The source holds the same record twice: registration_number 900001.',
    );
  });

  test('moves its doctor when its address has become another clinic', async () => {
    const places = [aLocation({ civic: 1 }), aLocation({ civic: 2 }), aLocation({ civic: 3 })];
    await sync(
      settling.url,
      register([
        aRegistration({ locations: places.slice(0, 2) }),
        aRegistration({ registrationNumber: '900002', locations: [places[2]!, places[1]!] }),
      ]),
    );
    const taken = aClinic({ id: uuid(7), address: places[1]!.address, postalCode: places[1]!.postalCode });
    await sync(settling.url, (writer) => writer.clinics([taken]));
    const { counts, differences } = await sync(
      settling.url,
      register([
        aRegistration({ locations: places.slice(0, 2) }),
        aRegistration({ registrationNumber: '900002', locations: [places[2]!, places[1]!] }),
      ]),
      LATER,
    );
    expect(counts).toMatchObject({ read: 2, updated: 2, unchanged: 0 });
    expect(differences.filter(({ record }) => record === 'doctor').map(({ key }) => key)).toEqual([
      '900001',
      '900002',
    ]);
    expect(
      await rowsOf(settling.url, 'select clinic_id from additional_location order by registration_number'),
    ).toEqual([{ clinic_id: uuid(7) }, { clinic_id: uuid(7) }]);
  });
});

test('settling rows changes nothing, over any sequence of runs', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 6 }), async (steps) => {
      await Promise.all([empty(settling.url), empty(merging.url)]);
      let now = NOW;
      let rows: readonly Row[] = [];
      for (const each of steps) {
        now = new Date(now.getTime() + each.hoursLater * HOUR_MS);
        const changed = each.register;
        rows =
          each.repeats && rows.length > 0
            ? rows.map((row, i) => (each.changes.includes(i) ? (changed[i] ?? row) : row))
            : changed;
        const lines = rows.map((row, i) => registration(row, i + 2));
        const extractedAt = new Date(now.getTime() - each.extractHoursOld * HOUR_MS);
        const feed = async (writer: SyncWriter) => {
          if (each.clinics) await writer.clinics(each.clinics.map(clinicAt));
          await writer.register(lines, { complete: each.complete });
        };
        const run = async (url: string) => {
          const rejects: SyncReject[] = [];
          const onReject = (reject: SyncReject) => rejects.push(reject);
          const options = {
            maxExpired: 1,
            maxRejected: 1,
            absent: () => each.absent,
            absentIsKnown: () => each.absentIsKnown,
            onReject,
          };
          const result = await runSync(url, { source: 'test', extractedAt }, now, feed, options).catch(
            (error: Error) => error.message,
          );
          if (typeof result === 'string') return { result };
          const { counts, differences, notice, report } = result;
          const changes = differences.map((change) => JSON.stringify(change)).toSorted();
          return { counts, changes, notice, report, rejects };
        };
        await rowsOf(merging.url, 'update doctor set row_digest = null');
        expect(await run(settling.url)).toEqual(await run(merging.url));
        expect(await rowsOf(settling.url, EVERYTHING)).toEqual(await rowsOf(merging.url, EVERYTHING));
      }
    }),
    { numRuns: RUNS, seed: SEED },
  );
});

function clinicAt(civic: number) {
  return aClinic({
    id: uuid(civic),
    name: `Clinic ${civic}`,
    address: `${civic} Kingston Road, Toronto, ON M1N 1S9`,
    postalCode: 'M1N 1S9',
  });
}
