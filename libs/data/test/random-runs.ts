import type { AcceptanceObservation } from '@care-atlas/domain/records';
import fc from 'fast-check';
import type { SyncOptions } from '../src/sync/sync-options.js';
import type { SyncWriter } from '../src/sync/sync-writer.js';
import type { CorrectionInput } from '../src/sync/index.js';
import { aClinic, aLocation, aRegistration, NOW, uuid } from './test-directory.js';

const CLINICS = [1, 2, 3, 4, 5].map(uuid);
const NUMBERS = ['900001', '900002', '900003', '900004', '900005', '900006'];
const MINUTE_MS = 60_000;

const someOf = <T>(all: readonly T[], minLength = 0) => fc.subarray([...all], { minLength });
const words = fc.constantFrom('Elm', 'Oak', 'Yew');
const clinicIds = fc.constantFrom(...CLINICS);
const numbers = fc.constantFrom(...NUMBERS);
const yesOrNo = fc.constantFrom(true, false, null);

/** What a run does. Clinic n and the practice address with the civic number n are at the same place. */
const work = fc.oneof(
  fc.record({
    kind: fc.constant('clinics' as const),
    ids: someOf(CLINICS, 1),
    name: words,
    phone: words,
    accepting: yesOrNo,
    isDated: fc.boolean(),
    opens: fc.constantFrom(540, 600),
    complete: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('register' as const),
    rows: fc.uniqueArray(
      fc.record({
        registrationNumber: numbers,
        name: words,
        status: fc.constantFrom('Active', 'Active', 'Active', 'Inactive'),
        specialties: someOf(['Cardiology', 'Dermatology', 'Éduction'], 1),
        languages: someOf(['Tamil', 'English', 'Español']),
        civics: someOf([1, 2, 3, 6, 7], 1),
      }),
      { minLength: 1, selector: ({ registrationNumber }) => registrationNumber },
    ),
    complete: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('services' as const),
    clinicId: clinicIds,
    specialty: fc.constantFrom('Cardiology', 'Urology'),
    waitWeeks: fc.integer({ min: 1, max: 3 }),
    accepting: yesOrNo,
  }),
  fc.record({
    kind: fc.constant('availability' as const),
    subject: fc.oneof(
      clinicIds.map((clinicId) => ({ clinicId })),
      numbers.map((registrationNumber) => ({ registrationNumber })),
    ),
    accepting: fc.boolean(),
    method: fc.constantFrom('phone', 'web', 'patient'),
  }),
  fc.record({ kind: fc.constant('stations' as const), isNear: fc.boolean() }),
  fc.record({
    kind: fc.constant('correction' as const),
    correction: fc.oneof(
      fc.record({
        kind: fc.constant('correct' as const),
        record: fc.constant('clinic' as const),
        key: clinicIds,
        fields: fc.record({ name: words, phone: words }, { requiredKeys: [] }),
      }),
      fc.record({
        kind: fc.constant('correct' as const),
        record: fc.constant('doctor' as const),
        key: numbers,
        fields: fc.record({ name: words, languages: someOf(['Tamil', 'Cantonese']) }, { requiredKeys: [] }),
      }),
      fc.record({
        kind: fc.constantFrom('hide' as const, 'pin' as const),
        record: fc.constant('clinic' as const),
        key: clinicIds,
        fields: fc.constant({}),
      }),
      fc.record({
        kind: fc.constantFrom('hide' as const, 'pin' as const),
        record: fc.constant('doctor' as const),
        key: numbers,
        fields: fc.constant({}),
      }),
      fc.record({
        kind: fc.constant('merge' as const),
        record: fc.constant('clinic' as const),
        key: clinicIds,
        fields: fc.record({ into: clinicIds }),
      }),
    ),
  }),
  fc.record({ kind: fc.constant('withdrawal' as const), id: fc.integer({ min: 1, max: 12 }) }),
);
type Work = typeof work extends fc.Arbitrary<infer T> ? T : never;

/** A run, and what happens to it. */
export const aRun = fc.record({
  work,
  minutesLater: fc.integer({ min: 1, max: 40_000 }),
  /** Whether it is killed before it commits. */
  isKilled: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
});
export type RandomRun = typeof aRun extends fc.Arbitrary<infer T> ? T : never;

/** Runs may remove and change everything. */
export const ANY_CHANGE: SyncOptions = { maxExpired: 1, maxRejected: 1 };

/** Returns an observation shortly before a run. */
function observedBefore(now: Date): AcceptanceObservation {
  return { observedAt: new Date(now.getTime() - MINUTE_MS), method: 'web' };
}

/** Returns the writes of a run. */
export function writesOf(run: Work, now: Date): (writer: SyncWriter) => Promise<void> {
  switch (run.kind) {
    case 'clinics':
      return (writer) =>
        writer.clinics(
          run.ids.map((id) =>
            aClinic({
              id,
              name: run.name,
              phone: run.phone,
              address: `${CLINICS.indexOf(id) + 1} Kingston Road, Toronto, ON M1N 1S9`,
              postalCode: 'M1N 1S9',
              accepting: run.accepting,
              acceptingObserved: run.isDated ? observedBefore(now) : null,
              openingHours: [{ weekday: 2, opens: run.opens, closes: 1080 }],
            }),
          ),
          { complete: run.complete },
        );
    case 'register':
      return (writer) =>
        writer.register(
          run.rows.map(({ civics, ...facts }) =>
            aRegistration({ ...facts, locations: civics.map((civic) => aLocation({ civic })) }),
          ),
          { complete: run.complete },
        );
    case 'services': {
      const { kind: _, ...service } = run;
      return (writer) => writer.services([service]);
    }
    case 'availability':
      return (writer) =>
        writer.availability([
          {
            subject: run.subject,
            accepting: run.accepting,
            ...observedBefore(now),
            method: run.method,
          },
        ]);
    case 'stations':
      return (writer) =>
        writer.stations([{ name: 'Warden', lines: '2', lat: run.isNear ? 43.7 : 43.9, lng: -79.26 }]);
    case 'correction': {
      const correction: CorrectionInput = {
        ...run.correction,
        given: {},
        why: 'test',
        until: null,
        by: 'test',
      };
      return (writer) => writer.correct(correction);
    }
    case 'withdrawal':
      return (writer) => writer.withdraw(run.id, 'test', 'test');
    default:
      return run satisfies never;
  }
}

/** Returns the source of a run: that of corrections is another than that of imports. */
export function sourceOf({ kind }: Work): string {
  return kind === 'correction' || kind === 'withdrawal' ? 'corrections' : 'test';
}

/** Returns when each run starts. */
export function timesOf(runs: readonly RandomRun[]): readonly Date[] {
  let at = NOW.getTime();
  return runs.map(({ minutesLater }) => new Date((at += minutesLater * MINUTE_MS)));
}
