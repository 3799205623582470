import { EVIDENCE_METHODS, type KnownAnswer } from '../../records/evidence.js';
import type { AsOf } from '../../rules/as-of.js';
import { type Acceptance, expiryOf, methodOf } from '../../rules/evidence.js';

const NOT_KNOWN = 2;

/** Whether clinics or services accept new patients, and when that was observed. */
export type AcceptanceColumns = ReturnType<typeof acceptanceColumns>;

export function acceptanceColumns(all: readonly Acceptance[]) {
  return {
    /** 1 for yes, 0 for no. */
    accepting: Uint8Array.from(all, ({ accepting }) => (accepting === null ? NOT_KNOWN : Number(accepting))),
    /** Indexes into EVIDENCE_METHODS. */
    methods: Uint8Array.from(all, ({ acceptingObserved }) =>
      acceptingObserved ? EVIDENCE_METHODS.indexOf(methodOf(acceptingObserved)) : 0,
    ),
    /** Milliseconds since 1970; NaN if nobody is known to have observed it. */
    observedAt: Float64Array.from(
      all,
      ({ acceptingObserved }) => acceptingObserved?.observedAt.getTime() ?? NaN,
    ),
  };
}

/** Returns a function that tells whether a clinic or service accepts new patients, as of the start of the day. */
export function acceptanceAt({ accepting, methods, observedAt }: AcceptanceColumns, asOf: AsOf) {
  const lives = EVIDENCE_METHODS.map((method) => expiryOf({ value: null, method, observedAt: 0 }, asOf));
  return (i: number): KnownAnswer => {
    const isExpired = asOf.time > observedAt[i]! + lives[methods[i]!]!;
    if (isExpired || accepting[i] === NOT_KNOWN) return 'unknown';
    return accepting[i] === 1 ? 'yes' : 'no';
  };
}
