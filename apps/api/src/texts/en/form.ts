import type { ClinicType, DayName, Gender } from '@care-atlas/domain/records';
import { format } from './format.js';

const { number } = format;

/** The texts of the form of filters, which only the server renders. */
export const form = {
  fields: {
    near: 'Near',
    nearExample: 'Station, neighbourhood, postal code',
    within: 'Within',
    anyDistance: 'Any distance',
    specialties: 'Specialty',
    anySpecialty: 'Any, such as GP',
    languages: 'Language',
    anyLanguage: 'Any, such as Farsi',
    area: 'In',
    areaExample: 'Scarborough, M4C',
    q: 'Name or registration number',
    forgiving: 'Also similar names',
    days: 'Open on',
    date: 'Open on',
    openAt: 'Open at',
    others: 'More filters',
    gender: 'Gender',
    clinicType: 'Type of clinic',
    any: 'Any',
    years: 'Years in practice',
    minYears: 'At least',
    maxYears: 'At most',
    submit: 'Send request',
    reset: 'Reset',
  },
  flags: {
    accepting: 'Accepts new patients',
    nearTTC: 'Near a subway station',
    independent: 'Independent practice',
    evening: 'Open in the evening',
    weekend: 'Open on the weekend',
    wheelchair: 'Wheelchair accessible',
    virtualVisits: 'Virtual visits',
  },
  days: {
    mon: 'Mon',
    tue: 'Tue',
    wed: 'Wed',
    thu: 'Thu',
    fri: 'Fri',
    sat: 'Sat',
    sun: 'Sun',
  } satisfies Record<DayName, string>,
  genders: { male: 'male', female: 'female', 'non-binary': 'non-binary' } satisfies Record<Gender, string>,
  clinicTypes: {
    'family-practice': 'family-practice',
    'walk-in': 'walk-in',
    specialist: 'specialist',
    'community-health-centre': 'community-health-centre',
    'hospital-outpatient': 'hospital-outpatient',
  } satisfies Record<ClinicType, string>,
  doctors: (count: number) => `${number(count)} doctors`,
};

export type FormTexts = typeof form;
