import { EVIDENCE_METHODS, type KnownAnswer } from '../../records/evidence.js';
import type { AsOf } from '../../rules/time/as-of.js';
import { type Acceptance, expiryOf, methodOf } from '../../rules/evidence.js';

/** The value of `accepting` where it is not known. */
export const NOT_KNOWN = 2;

/** Whether clinics or services accept new patients, and when that was observed, as plain data by ordinal. */
export type AcceptanceColumns = ReturnType<typeof acceptanceColumns>;

export function acceptanceColumns(all: readonly Acceptance[]) {
  return {
    /** 1 for yes, 0 for no, or NOT_KNOWN. */
    accepting: Uint8Array.from(all, ({ accepting }) => (accepting === null ? NOT_KNOWN : Number(accepting))),
    /** Indexes into EVIDENCE_METHODS; 0 without an observation. */
    methods: Uint8Array.from(all, ({ acceptingObserved }) =>
      acceptingObserved ? EVIDENCE_METHODS.indexOf(methodOf(acceptingObserved)) : 0,
    ),
    /** Milliseconds since 1970; NaN without a known time of observation: such an answer never expires. */
    observedAt: Float64Array.from(
      all,
      ({ acceptingObserved }) => acceptingObserved?.observedAt.getTime() ?? NaN,
    ),
  };
}

/**
 * Returns a function from an ordinal to the answer at `asOf.time`, the start of the day. Looks up the lifetime of each method
 * once, so that a filter compares two numbers per record.
 */
export function acceptanceAt({ accepting, methods, observedAt }: AcceptanceColumns, asOf: AsOf) {
  // The expiry of an observation at time 0 is the lifetime of its method, or Infinity.
  const lifetimes = EVIDENCE_METHODS.map((method) => expiryOf({ value: null, method, observedAt: 0 }, asOf));
  return (i: number): KnownAnswer => {
    const isExpired = asOf.time > observedAt[i]! + lifetimes[methods[i]!]!;
    if (isExpired || accepting[i] === NOT_KNOWN) return 'unknown';
    return accepting[i] === 1 ? 'yes' : 'no';
  };
}
