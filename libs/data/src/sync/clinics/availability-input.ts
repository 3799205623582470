/** The clinic or doctor that an observation is about. */
export type AvailabilitySubject = { readonly clinicId: string } | { readonly registrationNumber: string };

/** An observation of whether new patients are accepted. */
export interface AvailabilityInput {
  readonly subject: AvailabilitySubject;
  readonly accepting: boolean;
  /** How it was made, in a word or two that fit after "by", such as "phone"; empty when not known. */
  readonly method: string;
  readonly observedAt: Date;
}
