import fc from 'fast-check';
import { EVIDENCE_METHODS, type EvidenceMethod, type EvidenceState } from '../records/evidence.js';
import { DAY_MS, NOW, TODAY as asOf } from '../../test/builders.js';
import { AsOf } from './time/as-of.js';
import {
  acceptanceAnswer,
  acceptanceCode,
  EVIDENCE_DAYS,
  evidenceState,
  expiryOf,
  methodOf,
  methodWord,
  type Observation,
} from './evidence.js';

function observed(daysAgo: number, facts: Partial<Observation> = {}): Observation {
  return { value: true, method: 'phone_call', observedAt: asOf.time - daysAgo * DAY_MS, ...facts };
}

it.each<[number, EvidenceState]>([
  [0, 'confirmed'],
  [60, 'confirmed'],
  [60.01, 'aging'],
  [90, 'aging'],
  [90.01, 'expired'],
])('a call of %p days ago is %s', (daysAgo, state) => {
  const own = observed(daysAgo);
  expect(evidenceState(own, [own], asOf)).toBe(state);
});

it('a correction is confirmed until it ends, and settles a disagreement', () => {
  const said = observed(1, { value: false });
  const lasting = observed(4_000, { method: 'correction' });
  expect(evidenceState(lasting, [lasting, said], asOf)).toBe('confirmed');
  const ended = { ...lasting, until: asOf.time - 1 };
  expect(evidenceState(ended, [ended, said], asOf)).toBe('expired');
  expect(expiryOf(lasting, asOf)).toBe(Infinity);
});

it('lives can be configured', () => {
  const own = observed(5);
  const short = new AsOf(NOW, 30, { ...EVIDENCE_DAYS, phone_call: 3 });
  expect(evidenceState(own, [own], short)).toBe('expired');
});

interface Said {
  readonly value: boolean;
  readonly method: EvidenceMethod;
  readonly hoursAgo: number | null;
  readonly dated: boolean;
}

/** The rule in other words, in whole hours and without a word of the implementation. */
function plainState(
  own: Said,
  all: readonly Said[],
  days: Readonly<Record<string, number | null>>,
): EvidenceState {
  const { hoursAgo } = own;
  if (hoursAgo === null) return 'never';
  const holds = ({ method, hoursAgo: hours }: Said) =>
    hours !== null && (days[method] === null || hours <= 24 * days[method]!);
  if (!holds(own)) return 'expired';
  const opposed = all.filter(({ method, value, ...other }) => {
    const isReplaced = method === own.method && other.hoursAgo !== hoursAgo && (other.dated || own.dated);
    return !isReplaced && value !== own.value && method !== 'correction';
  });
  if (own.method !== 'correction' && opposed.some(holds)) return 'conflicting';
  const life = days[own.method];
  return life !== null && life !== undefined && 3 * hoursAgo > 2 * 24 * life ? 'aging' : 'confirmed';
}

it('has the states of a plain model, for random observations, lives and clocks', () => {
  const said = fc.record<Said>({
    value: fc.boolean(),
    method: fc.constantFrom(...EVIDENCE_METHODS),
    hoursAgo: fc.option(
      fc.oneof(fc.integer({ min: 0, max: 12_000 }), fc.constantFrom(480, 720, 1_440, 2_160)),
    ),
    dated: fc.boolean(),
  });
  const lives = fc.record(
    Object.fromEntries(
      EVIDENCE_METHODS.map((method) => [
        method,
        method === 'correction'
          ? fc.constant(null)
          : fc.oneof(fc.constant(EVIDENCE_DAYS[method]), fc.integer({ min: 1, max: 400 })),
      ]),
    ),
  ) as fc.Arbitrary<typeof EVIDENCE_DAYS>;
  const seen = new Set<EvidenceState>();
  fc.assert(
    fc.property(
      fc.array(said, { minLength: 1, maxLength: 5 }),
      lives,
      fc.date({ min: new Date(2020, 0), max: new Date(2030, 0), noInvalidDate: true }),
      (all, days, now) => {
        const clock = new AsOf(now, 30, days);
        const observations = all.map(({ value, method, hoursAgo, dated }) => ({
          value,
          dated,
          method,
          observedAt: hoursAgo === null ? NaN : clock.time - hoursAgo * 3_600_000,
        }));
        const states = observations.map((own) => evidenceState(own, observations, clock));
        states.forEach((state) => seen.add(state));
        expect(states).toEqual(all.map((own) => plainState(own, all, days)));
      },
    ),
    { numRuns: 2_000 },
  );
  expect([...seen].toSorted()).toEqual(['aging', 'confirmed', 'conflicting', 'expired', 'never']);
});

describe('acceptance', () => {
  const at = (daysAgo: number) => ({ observedAt: new Date(asOf.time - daysAgo * DAY_MS), method: 'phone' });

  it('is not known once its observation expired, or where nobody said', () => {
    expect(acceptanceAnswer({ accepting: true, acceptingObserved: at(90) }, asOf)).toBe('yes');
    expect(acceptanceAnswer({ accepting: false, acceptingObserved: at(90) }, asOf)).toBe('no');
    expect(acceptanceAnswer({ accepting: true, acceptingObserved: at(91) }, asOf)).toBe('unknown');
    expect(acceptanceAnswer({ accepting: null }, asOf)).toBe('unknown');
  });

  it('has the code of its source, or newpt for a plain yes', () => {
    expect(acceptanceCode('no', 'existptfam')).toBe('existptfam');
    expect(acceptanceCode('yes', null)).toBe('newpt');
    expect(acceptanceCode('no', null)).toBe('unknown');
    expect(acceptanceCode('unknown', 'newpt')).toBe('unknown');
  });

  it('has the method of its word, or of its source', () => {
    const { observedAt } = at(0);
    expect(methodOf({ observedAt, method: 'Telephone', sourceMethod: 'web' })).toBe('phone_call');
    expect(methodOf({ observedAt, method: 'pigeon', sourceMethod: 'web' })).toBe('web');
    expect(methodOf({ observedAt, method: '' })).toBe('clinic_attested');
    // Only operators make corrections.
    expect(methodOf({ observedAt, method: 'correction', sourceMethod: 'web' })).toBe('web');
  });

  it('has the method whose own name is given', () => {
    const { observedAt } = at(0);
    const names = ['register', 'clinic_attested', 'phone_call', 'open_data', 'patient_report'];
    expect(names.map((method) => methodOf({ observedAt, method, sourceMethod: 'web' }))).toEqual(names);
    expect(['phone_call', 'Open_Data', 'patient', 'pigeon'].map((word) => methodWord(word))).toEqual([
      'phone',
      'open data',
      'patient',
      'pigeon',
    ]);
  });
});
