import type { AcceptanceCode, EvidenceMethod, EvidenceState, KnownAnswer } from '../records/evidence.js';
import type { AcceptanceObservation } from '../records/clinic.js';

const DAY_MS = 86_400_000;

/** The days for which an observation holds, by method; null until it is withdrawn. */
export type EvidenceDays = Readonly<Record<EvidenceMethod, number | null>>;
export const EVIDENCE_DAYS: EvidenceDays = {
  register: 30,
  clinic_attested: 180,
  phone_call: 90,
  web: 60,
  open_data: 365,
  patient_report: 30,
  correction: null,
};

/** The time as of which evidence is judged, in milliseconds since 1970, and how long it holds. */
export interface EvidenceClock {
  readonly time: number;
  readonly evidenceDays: EvidenceDays;
}

/** An observation of a fact. Equal values are equal by `===`. */
export interface Observation<Value = unknown> {
  readonly value: Value;
  readonly method: EvidenceMethod;
  /** Milliseconds since 1970; NaN if nobody is known to have observed it. */
  readonly observedAt: number;
  /** False if the source gives no date, and still says so. */
  readonly dated?: boolean;
  /** When a correction ends, milliseconds since 1970; absent or NaN for one without an end, and for all else. */
  readonly until?: number;
}

/** Returns when an observation expires, in milliseconds since 1970; Infinity if it never does. */
export function expiryOf(
  { method, observedAt, until = NaN }: Observation,
  { evidenceDays }: EvidenceClock,
): number {
  if (!Number.isNaN(until)) return until;
  const days = evidenceDays[method];
  return days === null ? Infinity : observedAt + days * DAY_MS;
}

/**
 * Returns the state of an observation among all observations of the same fact, as of the start of the day. It is
 * `conflicting` while one that it does not replace says otherwise, both within their lives; a correction settles that. It
 * is `aging` in the last third of its life.
 */
export function evidenceState(
  own: Observation,
  all: readonly Observation[],
  asOf: EvidenceClock,
): EvidenceState {
  if (Number.isNaN(own.observedAt)) return 'never';
  const expiry = expiryOf(own, asOf);
  if (asOf.time > expiry) return 'expired';
  if (all.some((other) => contradicts(own, other) && asOf.time <= expiryOf(other, asOf)))
    return 'conflicting';
  return expiry < Infinity && asOf.time > expiry - (expiry - own.observedAt) / 3 ? 'aging' : 'confirmed';
}

/**
 * Returns whether two observations say different things, and neither replaces the other: they are by two methods, two lists
 * say so without a date, or both are of one time.
 */
export function contradicts(a: Observation, b: Observation): boolean {
  const isSettled = a.method === 'correction' || b.method === 'correction';
  if (isSettled || a.value === b.value) return false;
  const areListed = a.dated === false && b.dated === false;
  return a.method !== b.method || areListed || a.observedAt === b.observedAt;
}

/** Whether new patients are accepted, with the observation that says so. */
export interface Acceptance {
  readonly accepting: boolean | null;
  readonly acceptingObserved?: AcceptanceObservation | null;
}

/**
 * Returns whether new patients are accepted, as of the start of the day: not known once the observation expired. An
 * answer of which it is not known when it was observed stays.
 */
export function acceptanceAnswer(
  { accepting, acceptingObserved }: Acceptance,
  asOf: EvidenceClock,
): KnownAnswer {
  if (accepting === null) return 'unknown';
  const answer = accepting ? 'yes' : 'no';
  if (!acceptingObserved) return answer;
  const observation = {
    value: accepting,
    method: methodOf(acceptingObserved),
    observedAt: acceptingObserved.observedAt.getTime(),
  };
  return asOf.time > expiryOf(observation, asOf) ? 'unknown' : answer;
}

/** Returns the code of an answer: that of the source, if there is one; a plain yes means that anybody is accepted. */
export function acceptanceCode(
  answer: KnownAnswer,
  code: AcceptanceCode | null | undefined,
): AcceptanceCode | 'unknown' {
  if (answer === 'unknown') return 'unknown';
  return code ?? (answer === 'yes' ? 'newpt' : 'unknown');
}

/** Returns whether an acceptance code means that new patients are accepted. */
export function acceptsNewPatients(code: AcceptanceCode): boolean {
  return code === 'newpt';
}

/**
 * The words of imports for each method, besides its own name; notes show the first one instead of that. None means a
 * correction: only operators make those.
 */
const METHOD_WORDS: Readonly<Record<Exclude<EvidenceMethod, 'correction'>, readonly string[]>> = {
  register: ['register'],
  clinic_attested: ['clinic', 'email', 'fax', 'form', 'letter', 'visit'],
  phone_call: ['phone', 'phone call', 'telephone', 'call'],
  web: ['web', 'website', 'online'],
  open_data: ['open data'],
  patient_report: ['patient', 'patient report', 'patients'],
};
/** How a source may observe. */
export const SOURCE_METHODS = Object.keys(METHOD_WORDS);
const METHOD_BY_WORD = new Map(
  Object.entries(METHOD_WORDS).flatMap(([method, words]) =>
    [method, ...words].map((word): [string, EvidenceMethod] => [word, method as EvidenceMethod]),
  ),
);

/** The words of imports, without the names of the methods. */
export const METHOD_WORD_LIST: readonly string[] = Object.values(METHOD_WORDS).flat();

/** Returns whether a word names a method, in any case. */
export function isMethodWord(word: string): boolean {
  return METHOD_BY_WORD.has(word.toLowerCase());
}

const WORDS_BY_NAME: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(METHOD_WORDS));

/** Returns the word of an import for a method, which notes show after "by": never the method's own name. */
export function methodWord(written: string): string {
  return WORDS_BY_NAME.get(written.toLowerCase())?.[0] ?? written;
}

/** The method of a source whose data does not say how it was observed. */
export const DEFAULT_METHOD: EvidenceMethod = 'clinic_attested';

/** Returns how acceptance was observed: by the method that the source says, or else by the source's own. */
export function methodOf({ method, sourceMethod }: AcceptanceObservation): EvidenceMethod {
  return METHOD_BY_WORD.get(method.toLowerCase()) ?? sourceMethod ?? DEFAULT_METHOD;
}
