/** Whom an observation is about. */
export type AvailabilitySubject = { readonly clinicId: string } | { readonly registrationNumber: string };

/** That somebody found out whether new patients are accepted. */
export interface AvailabilityInput {
  readonly subject: AvailabilitySubject;
  readonly accepting: boolean;
  /** How, in a word or two that fit after "by", such as "phone"; empty when not known. */
  readonly method: string;
  readonly observedAt: Date;
}
