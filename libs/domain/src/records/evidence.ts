/** How a fact was observed. */
export const EVIDENCE_METHODS = [
  'register',
  'clinic_attested',
  'phone_call',
  'web',
  'open_data',
  'patient_report',
  'correction',
] as const;
export type EvidenceMethod = (typeof EVIDENCE_METHODS)[number];

/** Whom a clinic accepts, in HL7's codes: anybody, nobody, its own patients only, or their families too. */
export const ACCEPTANCE_CODES = ['newpt', 'nopt', 'existptonly', 'existptfam'] as const;
export type AcceptanceCode = (typeof ACCEPTANCE_CODES)[number];

/** How far the evidence of a fact carries. `never`: nobody is known to have observed it. */
export const EVIDENCE_STATES = ['confirmed', 'aging', 'expired', 'conflicting', 'never'] as const;
export type EvidenceState = (typeof EVIDENCE_STATES)[number];

/** What is known about a question. */
export const ANSWERS = ['yes', 'no', 'unknown'] as const;
export type KnownAnswer = (typeof ANSWERS)[number];

/** The facts with evidence, by what they are about. */
export const CLINIC_FACTS = [
  'accepting',
  'hours',
  'wheelchair',
  'virtualVisits',
  'phone',
  'website',
] as const;
export type ClinicFact = (typeof CLINIC_FACTS)[number];

export const SERVICE_FACTS = ['serviceAccepting', 'serviceWait'] as const;
export type ServiceFact = (typeof SERVICE_FACTS)[number];

export const DOCTOR_FACTS = ['registration', 'specialties', 'languages', 'practice'] as const;
export type DoctorFact = (typeof DOCTOR_FACTS)[number];

export const FACTS = [...CLINIC_FACTS, ...SERVICE_FACTS, ...DOCTOR_FACTS] as const;
export type Fact = (typeof FACTS)[number];

/** What a source says about a fact. */
export interface Statement<F extends Fact = Fact> {
  readonly fact: F;
  /** As answers show it. */
  readonly value: unknown;
  /** Name of the source; empty if it was not recorded. */
  readonly source: string;
  readonly method: EvidenceMethod;
  readonly observedAt: Date;
  /** False if the source gives no date: `observedAt` is when it first said so. Absent for all else. */
  readonly dated?: false;
  /** When a correction ends; absent or null for one without an end, and for all else. */
  readonly until?: Date | null;
  /** The value before this one, if the source had another; absent or null if not. */
  readonly previous?: unknown;
  /** Of acceptance: in detail, if the source says. */
  readonly code?: AcceptanceCode | null | undefined;
}
