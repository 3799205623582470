import type { ReviewDimension } from '@care-atlas/domain/records';
import type { Html } from '../../pages/html.js';
import { results } from './results/en.js';
import { wording } from './wording.js';

const { number } = results.format;
const { plural } = wording('en-CA');

/** The words of a doctor and a clinic for people. */
export const en = {
  ...results,
  ...results.format,
  ...wording('en-CA'),
  unknown: 'Not known',
  yes: 'Yes',
  no: 'No',
  genders: { male: 'Male', female: 'Female', 'non-binary': 'Non-binary' } as Readonly<Record<string, string>>,
  years: (years: number) => `${number(years)} ${plural(years, 'year', 'years')} in practice`,
  clinicTypes: {
    'family-practice': 'Family practice',
    'walk-in': 'Walk-in clinic',
    specialist: 'Specialist clinic',
    'community-health-centre': 'Community health center',
    'hospital-outpatient': 'Outpatient clinic of a hospital',
  } as Readonly<Record<string, string>>,
  sections: {
    about: 'About the doctor',
    places: 'Where the doctor practices',
    formerPlace: 'Last known place of practice',
    otherPlaces: 'Other places of the doctor',
    otherFormerPlaces: 'Other places that were known',
    place: 'The place',
    doctors: 'Doctors here',
    reviews: 'What reviews say',
  },
  labels: {
    accepting: 'New patients',
    specialties: 'Specialties',
    languages: 'Languages',
    gender: 'Gender',
    registration: 'Registration',
    practice: 'Place of practice',
    referral: 'Referral',
    booking: 'Booking',
    address: 'Address',
    subway: 'Subway',
    phone: 'Telephone',
    website: 'Website',
    hours: 'Opening hours',
    wheelchair: 'Wheelchair access',
    virtualVisits: 'Virtual visits',
  },
  confirm: 'Phone to confirm.',
  ofDoctor: 'Said of the doctor:',
  ofClinic: 'Said of the clinic:',
  outdated: (said: string) => `Too long ago to count: ${said}`,
  evidence: {
    nobody: 'No source says so.',
    on: (date: string) => date,
    who: 'Who says so',
    how: 'How',
    when: 'When',
    until: 'Holds until',
    noEnd: 'no end',
    before: 'Said before',
    nothingElse: 'nothing else',
    others: 'Other sources',
    someone: 'not recorded',
    /** The sources of imports that name no publisher. */
    sources: {
      register: 'the register',
      clinics: 'a list of clinics',
      specialists: 'a list of specialties',
      availability: 'a list of availability',
      sample: 'the sample',
      corrections: 'the operator',
    } as Readonly<Record<string, string>>,
  },
  registration: {
    active: 'Active',
    inactive: 'Not active',
    /** The date is the source's, or that of the import which no longer had an active registration. */
    expired: (date: string) => `Registration not active, on record as of ${date}`,
    notListed:
      'This doctor is in no list of the directory. Ask the register or the clinic before you go there.',
    class: (name: string) => `Class: ${name}.`,
    classUnknown: 'The class is not known.',
    restrictions: {
      yes: 'The register lists terms, conditions or limitations.',
      no: 'The register lists no terms, conditions or limitations.',
      unknown: 'Whether the register lists terms, conditions or limitations is not known.',
    },
    number: (value: string) => `Number ${value}.`,
    page: 'See the register',
  },
  referral: { required: 'Needed', none: 'No source says that one is needed.' },
  bookOnline: 'Book online',
  bookingUnknown: 'No online booking is known.',
  map: 'Map',
  nearStation: (distance: string, station: string) =>
    `${distance} from ${station} station, in a straight line`,
  nearSomeStation: 'Within 800 m of a station.',
  notNearStation: 'Not known to be within 800 m of a station.',
  hours: {
    today: (date: string) => `Today, ${date}:`,
    closed: 'Closed',
    span: (opens: string, closes: string) => `${opens}–${closes}`,
    notKnown: (times: string) => `not known: ${times}`,
    openEnd: (opens: string) => `from ${opens}, until when is not known`,
    holidayUnknown: (holiday: string) => `Not known: it is ${holiday}`,
    week: 'The week',
    special: 'Special days',
    publicHolidays: 'Public holidays',
    publicHolidaysUnknown: 'Public holidays: not known.',
    range: (from: string, to: string) => `${from} to ${to}`,
    onlyOn: (days: string) => `on ${days}`,
  },
  holiday: (name: string): string => name,
  /** Of remarks of imports, which are in English. */
  remark: (quoted: Html): Html => quoted,
  offered: { yes: 'Offered', no: 'Not offered', unknown: 'Not known' },
  doctorsShown: (shown: number, total: number) =>
    shown < total
      ? `${number(shown)} of ${number(total)} doctors are shown here. The API shows all of them to a key.`
      : '',
  noDoctors: 'No listed doctor practices here.',
  reviews: {
    none: 'No reviews.',
    about: 'Opinions of patients, which nobody has checked.',
    positive: (positive: number, total: number) =>
      `${number(positive)} of ${number(total)} ${plural(total, 'review has', 'reviews have')} 4 or 5 stars.`,
    shown: (shown: number, total: number) =>
      shown < total
        ? `The newest ${number(shown)} of ${number(total)} reviews:`
        : `${number(total)} ${plural(total, 'review', 'reviews')}:`,
    signal: (average: string, low: string, high: string, size: number) =>
      `${average} of 5 on average of ${number(size)} ratings; between ${low} and ${high} with 95% confidence`,
    suppressed: (least: number, dimensions: string) =>
      `Too few ratings (fewer than ${number(least)}) to say anything of: ${dimensions}.`,
    /** The operator enters what a doctor or a clinic answered. */
    reply: (date: string) => `Reply, entered by the operator of this directory, ${date}:`,
    stars: (rating: number) => `${rating} of 5 stars`,
    dimensions: {
      wait_time: 'waiting time',
      staff: 'staff',
      communication: 'communication',
      thoroughness: 'thoroughness',
      booking: 'booking',
      facility: 'facility',
    } satisfies Record<ReviewDimension, string>,
  },
};

export type RecordTexts = typeof en;
