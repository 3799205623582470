import type { ChangeType } from '../../records/change.js';
import type { ClinicRecord, SpecialtyServiceRecord } from '../../records/clinic.js';
import { type DoctorRecord, UNKNOWN_DOCTOR } from '../../records/doctor.js';
import type { Fact, Statement } from '../../records/evidence.js';
import { type DoctorAtClinic, yearsOfPractice } from '../../rules/criteria.js';
import { acceptanceAnswer } from '../../rules/evidence.js';
import { serviceAcceptance } from '../../rules/statements.js';
import type { AsOf } from '../../rules/time/as-of.js';

/** What filters on doctors ask of a listed doctor of a clinic. It names nobody. */
export type StaffFacts = Pick<DoctorRecord, 'specialties' | 'languages' | 'gender' | 'practisingSince'> & {
  readonly registrationClass: string;
};

/** A listed doctor with the primary clinic. */
export interface DoctorImage {
  readonly doctor: DoctorRecord;
  readonly clinic: ClinicRecord;
}

/** An open clinic with the different facts of its listed doctors. */
export interface ClinicImage {
  readonly clinic: ClinicRecord;
  readonly staff: readonly StaffFacts[];
}

/** A service of an open clinic. */
export interface ServiceImage extends ClinicImage {
  readonly service: SpecialtyServiceRecord;
}

/** A listed record in one dataset version, with all that filters of lists and items of lists depend on. */
export interface RecordImages {
  readonly doctor: DoctorImage;
  readonly clinic: ClinicImage;
  readonly service: ServiceImage;
}
export type RecordImage = RecordImages[ChangeType];

/** The facts of a clinic whose evidence items show. */
const SHOWN_FACTS: readonly Fact[] = ['accepting', 'hours', 'wheelchair', 'virtualVisits'];
/** When something was confirmed: an image that only these differ in is the same. */
const CONFIRMATION = ['observedAt', 'syncedAt', 'confirmedAt', 'asOf'];

export function doctorImage(
  { evidence: _evidence, ...doctor }: DoctorRecord,
  clinic: ClinicRecord,
): DoctorImage {
  return { doctor, clinic: clinicOf(clinic) };
}

export function clinicImage(clinic: ClinicRecord, staff: readonly StaffFacts[]): ClinicImage {
  return { clinic: clinicOf(clinic), staff };
}

export function serviceImage({ clinic, staff }: ClinicImage, service: SpecialtyServiceRecord): ServiceImage {
  return { clinic, staff, service: { ...service, evidence: (service.evidence ?? []).map(shownStatement) } };
}

/** Leaves out what neither filters nor items need. */
function clinicOf({
  hoursNote: _note,
  openDataAt: _at,
  evidence = [],
  ...clinic
}: ClinicRecord): ClinicRecord {
  return {
    ...clinic,
    evidence: evidence.filter(({ fact }) => SHOWN_FACTS.includes(fact)).map(shownStatement),
  };
}

function shownStatement({ previous: _previous, ...statement }: Statement): Statement {
  return statement;
}

/** Returns the image that a text of JSON was made of: times are texts in it. */
export function parseImage(json: string): RecordImage {
  const image = JSON.parse(json) as RecordImage;
  const { clinic } = image;
  setTimes(clinic, 'syncedAt');
  if (clinic.acceptingObserved) setTimes(clinic.acceptingObserved, 'observedAt');
  for (const statement of clinic.evidence ?? []) setTimes(statement, 'observedAt', 'until');
  if ('doctor' in image) {
    setTimes(image.doctor, 'confirmedAt', 'syncedAt');
    setTimes(image.doctor.registration, 'asOf');
  }
  if ('service' in image)
    for (const statement of image.service.evidence ?? []) setTimes(statement, 'observedAt', 'until');
  return image;
}

// Member by member: a function that JSON.parse calls for each value takes several times as long.
function setTimes<T extends object>(object: T, ...names: readonly (keyof T)[]): void {
  const members = object as Record<keyof T, unknown>;
  for (const name of names) {
    const text = members[name];
    if (typeof text === 'string') members[name] = new Date(text);
  }
}

/**
 * Returns a text that is equal for images of one record that no filter tells apart, and whose items say the same, but for when
 * it was confirmed.
 * @param asOf the day as of which each is judged: evidence expires, and years of practice pass
 */
export function imageText(image: RecordImage, asOf: AsOf): string {
  const clockwork = [acceptanceAnswer(image.clinic, asOf)];
  if ('service' in image)
    clockwork.push(acceptanceAnswer(serviceAcceptance(image.service, image.clinic), asOf));
  const doctors = 'doctor' in image ? [image.doctor] : image.staff;
  const years = doctors.map((doctor) => yearsOfPractice(doctor, asOf));
  return JSON.stringify([image, clockwork, years], (name, value: unknown) =>
    CONFIRMATION.includes(name) ? undefined : value,
  );
}

/** Returns the listed doctors of a clinic, as filters on doctors see them. */
export function staffOf({ clinic, staff }: ClinicImage): readonly DoctorAtClinic[] {
  return staff.map(({ registrationClass, ...facts }) => ({
    clinic,
    doctor: {
      ...UNKNOWN_DOCTOR,
      registrationNumber: '',
      id: '',
      name: '',
      clinicIds: [clinic.id],
      syncedAt: clinic.syncedAt,
      ...facts,
      registration: { ...UNKNOWN_DOCTOR.registration, class: registrationClass },
    },
  }));
}
