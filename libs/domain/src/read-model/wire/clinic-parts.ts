import type {
  ClinicDetail,
  ClinicItem,
  ClinicLinks,
  ClinicSummary,
  SpecialistItem,
} from '../../contract/answers/clinic-answer.js';
import type { ClinicRecord, SpecialtyServiceRecord } from '../../records/clinic.js';
import { openingHours, summarizeHours } from '../../rules/time/opening-hours.js';
import { specialHours } from '../../rules/time/special-days.js';
import { partsOf } from './parts.js';

/** Returns the summary of a clinic, which doctors contain. */
export function clinicSummary(clinic: ClinicRecord): ClinicSummary {
  const { id, name, address, lat, lng, phone, accepting } = clinic;
  return { id, name, address, lat, lng, phone, acceptingNewPatients: accepting === true };
}

/** The parts that the detail of a clinic adds to its summary. */
export const CLINIC_DETAIL = partsOf<Omit<ClinicDetail, keyof ClinicSummary>>()({
  website: 'website',
  /** Equal for many clinics, so that each distinct JSON is stored once. */
  shared: ({ type, openingHours, wheelchair, virtualVisits, nearSubway }: ClinicRecord) => ({
    type,
    hours: summarizeHours(openingHours),
    accessibility: {
      wheelchair: wheelchair === true,
      virtualVisits: virtualVisits === true,
      nearTTC: nearSubway,
    },
  }),
  doctorCount: 'doctorCount',
  doctors: 'doctors',
  distance: 'distanceMeters',
  openingHours: 'openingHours',
  specialHours: 'specialHours',
  availability: 'availability',
});

/** The parts of a clinic in a list. */
export const CLINIC_ITEM = partsOf<ClinicItem>()({
  /** Also the start of the summary. */
  head: ({ id, name, address }: ClinicRecord) => ({ id, name, address }),
  accepting: ({ accepting }: ClinicRecord) => ({ accepting: accepting === true }),
  languages: (languages: readonly string[]) => ({ languages }),
  specialties: (specialties: readonly string[]) => ({ specialties }),
  notes: 'notes',
  links: 'links',
  distance: 'distanceMeters',
  location: ({ lat, lng }: ClinicRecord) => ({ lat, lng }),
  phone: ({ phone }: ClinicRecord) => ({ phone }),
  website: 'website',
  /** Without special days, the JSON of older directories. */
  openingHours: ({ openingHours: hours, specialDays }: ClinicRecord) => {
    const special = specialHours(specialDays);
    return { openingHours: openingHours(hours), ...(special && { specialHours: special }) };
  },
  availability: 'availability',
});

/** The parts of a specialty service in a list. */
export const SPECIALIST_ITEM = partsOf<SpecialistItem>()({
  /** Also the start of the summary of the clinic. */
  head: ({ id, name }: ClinicRecord) => ({ id, name }),
  specialty: ({ specialty }: SpecialtyServiceRecord) => ({ specialty }),
  languages: CLINIC_ITEM.languages,
  wait: ({ waitWeeks }: SpecialtyServiceRecord, accepting: boolean) => ({ accepting, wait_weeks: waitWeeks }),
  notes: 'notes',
  links: 'links',
  distance: 'distanceMeters',
  address: ({ address }: ClinicRecord) => ({ address }),
  location: CLINIC_ITEM.location,
  phone: CLINIC_ITEM.phone,
  website: 'website',
  openingHours: CLINIC_ITEM.openingHours,
  availability: 'availability',
  service: 'serviceAvailability',
});

/** The parts of the links of a clinic. */
export const CLINIC_LINKS = partsOf<ClinicLinks>()({
  self: (self: string) => ({ self }),
  website: 'website',
  map: 'map',
  page: 'page',
});
