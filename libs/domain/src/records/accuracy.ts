/** The fields of a doctor's record that an audit asks the clinic about. */
export const AUDITED_FIELDS = [
  'phone',
  'practice',
  'specialty',
  'accepting',
  'wheelchair',
  'virtualVisits',
] as const;
export type AuditedField = (typeof AUDITED_FIELDS)[number];

/** What a call found of a field. */
export const OUTCOMES = ['correct', 'incorrect', 'unreachable'] as const;
export type Outcome = (typeof OUTCOMES)[number];
export type OutcomeCounts = Readonly<Record<Outcome, number>>;

/** What a sample can be stratified by. */
export const STRATA = ['area', 'specialty'] as const;
export type Stratum = (typeof STRATA)[number];

/** The stratum that is the whole sample. */
export const WHOLE_SAMPLE = 'all';

/** What calls found of a field in a stratum. */
export interface FieldOutcomes extends OutcomeCounts {
  readonly field: AuditedField;
  /** WHOLE_SAMPLE, or a stratum such as `area=Toronto`. */
  readonly stratum: string;
}

/** A sample of the directory that was checked by telephone. */
export interface MeasuredSample {
  /** SHA-256 of the protocol, hexadecimal. */
  readonly protocolHash: string;
  /** When the sample was drawn. */
  readonly sampledAt: Date;
  readonly outcomes: readonly FieldOutcomes[];
}
