import type { ClinicItem, SpecialistItem } from '../../contract/answers/clinic-answer.js';
import type { DoctorItem } from '../../contract/answers/doctor-answer.js';
import type { OpeningExtra } from '../../contract/openings.js';
import type { ChangeType } from '../../records/change.js';
import { yearsOfPractice } from '../../rules/criteria.js';
import { freshnessOf } from '../../rules/freshness.js';
import { distanceMetres, type Position } from '../../rules/geo.js';
import { clinicStatements, serviceAcceptance, serviceStatements } from '../../rules/statements.js';
import type { AsOf } from '../../rules/time/as-of.js';
import { compareText, fold } from '../../text/text.js';
import { availabilityOf } from '../evidence/evidence-index.js';
import { CLINIC_ITEM, clinicSummary, SPECIALIST_ITEM } from '../wire/clinic-parts.js';
import { DOCTOR_ITEM } from '../wire/doctor-parts.js';
import type { ClinicImage, RecordImage, RecordImages } from './record-image.js';

/** What a list adds to its items. */
export interface ItemExtras {
  readonly include?: readonly OpeningExtra[] | undefined;
  /** The place from which the distance of the clinic is measured. */
  readonly from?: Position | undefined;
}

/** Members that the clock changes, or that say when a record was confirmed. */
const OF_CLOCK = ['yearsOfPractice', 'dataFreshness', 'syncedAt', 'observedAt', 'state'];

/** Returns a record as its list has it. */
export function imageItem<Type extends ChangeType>(
  type: Type,
  image: RecordImages[Type],
  asOf: AsOf,
  extras: ItemExtras = {},
): DoctorItem | ClinicItem | SpecialistItem {
  return ITEMS[type](image as never, asOf, extras);
}

const ITEMS = {
  doctor: ({ doctor, clinic }: RecordImages['doctor'], asOf: AsOf, extras: ItemExtras): DoctorItem => ({
    ...DOCTOR_ITEM.own(doctor),
    ...DOCTOR_ITEM.shared(doctor),
    ...DOCTOR_ITEM.synced(doctor),
    clinic: clinicSummary(clinic),
    ...DOCTOR_ITEM.asOf(yearsOfPractice(doctor, asOf), freshnessOf(doctor, asOf)),
    ...clinicExtras({ clinic }, asOf, extras),
  }),
  clinic: (image: RecordImages['clinic'], asOf: AsOf, extras: ItemExtras): ClinicItem => ({
    ...CLINIC_ITEM.head(image.clinic),
    ...CLINIC_ITEM.accepting(image.clinic),
    ...CLINIC_ITEM.languages(namesOf(image, 'languages')),
    ...CLINIC_ITEM.specialties(namesOf(image, 'specialties')),
    ...clinicExtras(image, asOf, extras),
  }),
  service: (image: RecordImages['service'], asOf: AsOf, extras: ItemExtras): SpecialistItem => {
    const { clinic, service } = image;
    return {
      ...SPECIALIST_ITEM.head(clinic),
      ...SPECIALIST_ITEM.specialty(service),
      ...SPECIALIST_ITEM.languages(namesOf(image, 'languages')),
      ...SPECIALIST_ITEM.wait(service, serviceAcceptance(service, clinic).accepting === true),
      ...clinicExtras(image, asOf, extras),
      ...(extras.include?.includes('availability') && {
        serviceAvailability: availabilityOf(serviceStatements(service), 'service', asOf),
      }),
    };
  },
};

function clinicExtras(
  { clinic }: Pick<RecordImage, 'clinic'>,
  asOf: AsOf,
  { include = [], from }: ItemExtras,
) {
  return {
    ...(from && { distanceMeters: Math.round(distanceMetres(from, clinic)) }),
    ...(include.includes('contact') && { ...CLINIC_ITEM.phone(clinic), website: clinic.website }),
    ...(include.includes('availability') && {
      availability: availabilityOf(clinicStatements(clinic), 'clinic', asOf),
    }),
  };
}

/** Returns the different names of a list of the doctors of a clinic, in order. */
function namesOf({ staff }: ClinicImage, list: 'languages' | 'specialties'): readonly string[] {
  return [...new Set(staff.flatMap((facts) => facts[list]))].toSorted((a, b) =>
    compareText(fold(a), fold(b)),
  );
}

/** Returns the members in which two items of a record differ, but for what the clock changes. */
export function differingMembers(before: object, after: object): readonly string[] {
  const texts = (item: object) =>
    new Map(
      Object.entries(item)
        .filter(([name]) => !OF_CLOCK.includes(name))
        .map(([name, value]) => [
          name,
          JSON.stringify(value, (member, part: unknown) => (OF_CLOCK.includes(member) ? undefined : part)),
        ]),
    );
  const [was, is] = [texts(before), texts(after)];
  return [...is.keys()].filter((name) => is.get(name) !== was.get(name));
}
