/** The texts around a doctor or a clinic on the portal. */
export const record = {
  doctorDescription: (name: string, lead: string) =>
    `${name}, ${lead}: whether new patients are accepted, opening hours, telephone, and who says so.`,
  /** @param expired that the registration is not active, and since when that is on record */
  expiredDescription: (name: string, expired: string) => `${name}: ${expired}.`,
  clinicDescription: (name: string, address: string) =>
    `${name}, ${address}: whether new patients are accepted, opening hours, telephone, doctors, and who says so.`,
  sample: 'Sample',
  sampleNote: 'This record is invented.',
  asOf: (date: string, synchronized: string) => `Last synchronized on ${synchronized}, shown as of ${date}.`,
  confirm: 'Availability is best effort: phone to confirm.',
  wrong: 'Something wrong?',
  /** Links to others, from the page of a doctor and of a clinic. */
  others: {
    getDoctor: 'Others of this specialty nearby who accept new patients',
    getClinic: 'Clinics nearby that accept new patients',
  },
  inApi: 'The same in the API',
};

export type RecordPageTexts = typeof record;
