import { Directory } from '@care-atlas/domain/directory';
import { ReadModelBuilder } from '@care-atlas/domain/read-model';
import { torontoMoment } from '@care-atlas/domain/rules';
import fc from 'fast-check';
import {
  aClinic,
  aLocation,
  aRegistration,
  aReview,
  contentOf,
  empty,
  NOW,
  rowsOf,
  sync,
  useTestDatabase,
  uuid,
} from '../../../test/test-directory.js';
import { loadDataset } from '../../directory/loading/dataset-loader.js';
import type { SyncWriter } from '../sync-writer.js';
import type { CorrectionInput } from './make-correction.js';

const RUNS = Number(process.env['RUNS'] ?? 3);
const SEED = Number(process.env['SEED'] ?? 20_261_123);
const HOUR_MS = 3_600_000;
const CLINICS = [1, 2, 3].map(uuid);
const dayOf = (time: Date) => torontoMoment(time).date;
const NUMBERS = ['900001', '900002', '900003'];

/** One receives the corrections, the other says what the sources say. */
const corrected = useTestDatabase();
const plain = useTestDatabase();

const someOf = <T>(all: readonly T[], minLength = 0) => fc.subarray([...all], { minLength });
const words = fc.constantFrom('Elm', 'Oak', 'Yew');

/** A run of a source: which records it has, and what it says of them. */
const anImport = fc.oneof(
  fc.record({
    kind: fc.constant('clinics' as const),
    ids: someOf(CLINICS, 1),
    name: words,
    phone: words,
    complete: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('register' as const),
    ids: someOf(NUMBERS, 1),
    name: words,
    specialties: someOf(['Cardiology', 'Dermatology'], 1),
    civics: someOf([1, 2, 3, 4], 1),
    complete: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('reviews' as const), id: fc.constantFrom(...CLINICS) }),
);
type Import = typeof anImport extends fc.Arbitrary<infer T> ? T : never;

const hours = fc.option(fc.integer({ min: 1, max: 60 }), { nil: null });
const aCorrection = fc.record({
  kind: fc.constant('correction' as const),
  correction: fc.oneof(
    fc.record({
      kind: fc.constant('correct' as const),
      record: fc.constant('clinic' as const),
      key: fc.constantFrom(...CLINICS),
      fields: fc.record({ name: words, phone: words }, { requiredKeys: [] }),
    }),
    fc.record({
      kind: fc.constant('correct' as const),
      record: fc.constant('doctor' as const),
      key: fc.constantFrom(...NUMBERS),
      fields: fc.record({ name: words, specialties: someOf(['Urology', 'Neurology']) }, { requiredKeys: [] }),
    }),
    fc.record({
      kind: fc.constantFrom('hide' as const, 'pin' as const),
      record: fc.constant('clinic' as const),
      key: fc.constantFrom(...CLINICS),
      fields: fc.constant({}),
    }),
    fc.record({
      kind: fc.constantFrom('hide' as const, 'pin' as const),
      record: fc.constant('doctor' as const),
      key: fc.constantFrom(...NUMBERS),
      fields: fc.constant({}),
    }),
    fc.record({
      kind: fc.constant('merge' as const),
      record: fc.constant('clinic' as const),
      key: fc.constantFrom(...CLINICS),
      fields: fc.record({ into: fc.constantFrom(...CLINICS) }),
    }),
  ),
  lasts: hours,
});
const aWithdrawal = fc.record({ kind: fc.constant('withdrawal' as const), which: fc.nat(9) });
const step = fc.record({
  what: fc.oneof(
    { weight: 3, arbitrary: anImport },
    { weight: 3, arbitrary: aCorrection },
    { weight: 1, arbitrary: aWithdrawal },
  ),
  hoursLater: fc.integer({ min: 1, max: 30 }),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

function feed(source: Import): (writer: SyncWriter) => Promise<void> {
  switch (source.kind) {
    case 'clinics':
      return (writer) =>
        writer.clinics(
          source.ids.map((id) =>
            aClinic({
              id,
              name: source.name,
              phone: source.phone,
              address: `${CLINICS.indexOf(id) + 1} Kingston Road, Toronto, ON M1N 1S9`,
              postalCode: 'M1N 1S9',
            }),
          ),
          { complete: source.complete },
        );
    case 'register':
      return (writer) =>
        writer.register(
          source.ids.map((registrationNumber) =>
            aRegistration({
              registrationNumber,
              name: source.name,
              specialties: source.specialties,
              locations: source.civics.map((civic) => aLocation({ civic })),
            }),
          ),
          { complete: source.complete },
        );
    case 'reviews':
      return (writer) =>
        writer.reviews([
          aReview({ id: uuid(700 + CLINICS.indexOf(source.id)), subject: { clinic: source.id } }),
        ]);
    default:
      return source satisfies never;
  }
}

interface Made {
  readonly id: number;
  readonly correction: Pick<CorrectionInput, 'kind' | 'record' | 'key' | 'fields'>;
  readonly until: Date | null;
  ended: boolean;
}

async function directoryOf(url: string, now: Date): Promise<Directory> {
  const builder = await loadDataset(url, (about) => new ReadModelBuilder(about));
  const model = builder.build();
  return new Directory(
    () => model,
    () => now,
  );
}

function found<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** Returns what is served, and what the sources say with the corrections that apply. */
async function compared(
  made: readonly Made[],
  now: Date,
): Promise<{ actual: unknown[]; expected: unknown[] }> {
  const [served, sources] = [await directoryOf(corrected.url, now), await directoryOf(plain.url, now)];
  const applying = made.filter(({ ended }) => !ended).map(({ correction }) => correction);
  const has = (kind: string, key: string) => applying.some((each) => each.kind === kind && each.key === key);
  const fieldsOf = (key: string) =>
    Object.assign(
      {},
      ...applying.filter((each) => each.kind === 'correct' && each.key === key).map(({ fields }) => fields),
    ) as object;
  const doctors = NUMBERS.map((number) => {
    const [doctor, source] = [served, sources].map((directory) => {
      const { name, specialties, expiredAt } =
        found(() => directory.getDoctor(number).value.doctor) ?? NO_DOCTOR;
      return { number, name, specialties, expiredAt };
    });
    const pin = has('pin', number) && source!.name !== undefined && { expiredAt: null };
    const known = source!.name === undefined ? {} : fieldsOf(number);
    return {
      actual: doctor,
      expected: has('hide', number) ? { ...NO_DOCTOR, number } : { ...source, ...known, ...pin },
    };
  });
  const merges = applying.filter(({ kind }) => kind === 'merge');
  const clinics = CLINICS.filter((id) => merges.every(({ key }) => key !== id)).map((id) => {
    const [clinic, source] = [served, sources].map((directory) =>
      found(() => directory.getClinic(id).value.clinic),
    );
    const { name, phone } = clinic ?? {};
    // A hidden clinic stays if doctors need it, and a pinned one is there whatever its sources say.
    const mayDiffer = has('hide', id) ? !clinic : has('pin', id) && !source && clinic !== undefined;
    const expected = source && { name: source.name, phone: source.phone, ...fieldsOf(id) };
    return { actual: clinic && { name, phone }, expected: mayDiffer ? clinic && { name, phone } : expected };
  });
  const survivors = merges.map(({ key, fields }) => {
    const survivor = found(() => served.getClinic(String(fields['into'])).value.clinic);
    // A merge has no effect while its survivor is closed.
    return { actual: survivor && found(() => served.getClinic(key).value.clinic), expected: survivor };
  });
  const all = [...doctors, ...clinics, ...survivors];
  return { actual: all.map(({ actual }) => actual), expected: all.map(({ expected }) => expected) };
}

const NO_DOCTOR = { name: undefined, specialties: undefined, expiredAt: undefined };

/** The register lacks a pinned doctor; then a run ends the pin. */
const PIN_OF_ONE_THAT_LEAVES = [
  {
    what: {
      kind: 'correction',
      correction: { kind: 'pin', record: 'doctor', key: '900001', fields: {} },
      lasts: null,
    },
    hoursLater: 1,
  },
  {
    what: {
      kind: 'register',
      ids: ['900002'],
      name: 'Elm',
      specialties: ['Dermatology'],
      civics: [4],
      complete: true,
    },
    hoursLater: 1,
  },
] satisfies Step[];

/** While a clinic is merged, the register, which describes no clinic that a list describes, names its address. */
const REGISTER_AT_A_MERGED_CLINIC = [
  {
    what: {
      kind: 'correction',
      correction: { kind: 'merge', record: 'clinic', key: uuid(1), fields: { into: uuid(3) } },
      lasts: null,
    },
    hoursLater: 1,
  },
  {
    what: {
      kind: 'register',
      ids: ['900003'],
      name: 'Elm',
      specialties: ['Dermatology'],
      civics: [1, 4],
      complete: false,
    },
    hoursLater: 2,
  },
] satisfies Step[];

test('corrections hold over any sequence of runs, and nothing is left of them when they end', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
      await Promise.all([empty(corrected.url), empty(plain.url)]);
      let now = NOW;
      const both = async (source: Import) => {
        // Limits do not matter here.
        const options = { maxExpired: 1, maxRejected: 1 };
        // What fails in one fails in the other.
        await sync(plain.url, feed(source), now, options);
        await sync(corrected.url, feed(source), now, options);
        endDue(now);
      };
      const made: Made[] = [];
      const unchanged: unknown[] = [];
      const endDue = (at: Date) => {
        for (const each of made) each.ended ||= each.until !== null && dayOf(each.until) < dayOf(at);
      };
      await both({ kind: 'clinics', ids: CLINICS, name: 'Elm', phone: 'Elm', complete: false });
      await both({
        kind: 'register',
        ids: NUMBERS,
        name: 'Elm',
        specialties: ['Cardiology'],
        civics: [1, 2, 3, 4],
        complete: false,
      });
      for (const { what, hoursLater } of steps) {
        now = new Date(now.getTime() + hoursLater * HOUR_MS);
        if (what.kind === 'correction') {
          const { correction, lasts } = what;
          const until = lasts === null ? null : new Date(now.getTime() + lasts * HOUR_MS);
          const whole = { given: {}, why: 'So.', by: 'tester', until, ...correction };
          const before = await contentOf(corrected.url);
          const done = await sync(corrected.url, (writer) => writer.correct(whole), now).catch(
            () => undefined,
          );
          if (done) {
            endDue(now);
            made.push({ id: made.length + 1, correction, until, ended: false });
          }
          // A refused correction changes nothing, and a run that does nothing keeps what a correction changed.
          const again = done && (await sync(corrected.url, async () => undefined, now));
          const after = done ? before : await contentOf(corrected.url);
          unchanged.push([again?.differences ?? [], after === before]);
        } else if (what.kind === 'withdrawal') {
          endDue(now);
          const chosen = made.filter(({ ended }) => !ended)[what.which];
          if (!chosen) continue;
          const ids = await idsOf();
          await sync(
            corrected.url,
            (writer) => writer.withdraw(ids[made.indexOf(chosen)]!, 'tester', 'So.'),
            now,
          );
          chosen.ended = true;
        } else await both(what);
        const { actual, expected } = await compared(made, now);
        expect(actual).toEqual(expected);
        expect(unchanged).toEqual(unchanged.map(() => [[], true]));
      }
      const ids = await idsOf();
      for (const each of made.filter(({ ended }) => !ended))
        await sync(
          corrected.url,
          (writer) => writer.withdraw(ids[made.indexOf(each)]!, 'tester', 'So.'),
          now,
        ).catch(() => undefined);
      // A correction that is due ends with the next run.
      await sync(corrected.url, async () => undefined, now);
      // Only now: the vocabulary has more words, and the runs differ.
      expect(await recordsOf(corrected.url)).toEqual(await recordsOf(plain.url));
    }),
    { numRuns: RUNS, seed: SEED, examples: [[PIN_OF_ONE_THAT_LEAVES], [REGISTER_AT_A_MERGED_CLINIC]] },
  );
});

/** The ids of the corrections in their order. Refused ones leave gaps. */
async function idsOf(): Promise<readonly number[]> {
  const rows = await rowsOf<{ id: number }>(corrected.url, 'select id from correction order by id');
  return rows.map(({ id }) => id);
}

/** Everything that the directory says of its records, apart from the numbers of words. */
async function recordsOf(url: string): Promise<unknown> {
  const [row] = await rowsOf<{ records: unknown }>(
    url,
    `select jsonb_build_object(
      'clinics', (select jsonb_agg(clinic order by id) from clinic),
      'hours', (select jsonb_agg(hours order by hours::text) from opening_interval hours),
      'doctors', (select jsonb_agg(to_jsonb(doctor) - 'list_digest' - 'row_digest' order by registration_number) from doctor),
      'locations', (select jsonb_agg(location order by location::text) from additional_location location),
      'specialties', (select jsonb_agg(jsonb_build_array(registration_number, name, position) order by registration_number, position)
        from doctor_specialty join specialty on id = specialty_id),
      'reviews', (select jsonb_agg(review order by id) from review)
    ) as records`,
  );
  return row!.records;
}
