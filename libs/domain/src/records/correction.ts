/**
 * `apart` says of two clinics that they are not the same. It changes no record: the pair is no longer offered. `reply` answers
 * a review, which besides can only be hidden.
 */
export const CORRECTION_KINDS = ['correct', 'hide', 'pin', 'merge', 'apart', 'reply'] as const;
export type CorrectionKind = (typeof CORRECTION_KINDS)[number];
export const REVIEW_CORRECTIONS = ['hide', 'reply'] as const satisfies readonly CorrectionKind[];

export const CORRECTED_RECORDS = ['doctor', 'clinic'] as const;
export type CorrectedRecordKind = (typeof CORRECTED_RECORDS)[number];

/** Everything that a correction is about. */
export const CORRECTION_SUBJECTS = [...CORRECTED_RECORDS, 'review'] as const;
export type CorrectionSubject = (typeof CORRECTION_SUBJECTS)[number];

/** Maximum number of characters of the reason for a correction. */
export const REASON_LENGTH = 500;

/** What an operator can correct of each kind of record, by the column of the import that gives it. */
export const CORRECTABLE_FIELDS = {
  doctor: [
    'name',
    'gender',
    'class',
    'independent_since',
    'graduated',
    'specialties',
    'languages',
    'referral_required',
    'booking_phone',
    'booking_online',
    'booking_referral_only',
  ],
  clinic: [
    'name',
    'address',
    'postal_code',
    'lat',
    'lng',
    'phone',
    'website',
    'type',
    'opening_hours',
    'wheelchair',
    'virtual_visits',
  ],
} as const;
export type CorrectableRecord = keyof typeof CORRECTABLE_FIELDS;
export type CorrectableField<Record extends CorrectableRecord = CorrectableRecord> =
  (typeof CORRECTABLE_FIELDS)[Record][number];
