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
