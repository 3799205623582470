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
    'family-practice': 'family practice',
    'walk-in': 'walk-in',
    specialist: 'specialist',
    'community-health-centre': 'community health centre',
    'hospital-outpatient': 'outpatient clinic of a hospital',
  } satisfies Record<ClinicType, string>,
  /** What a filter without choices accepts, by its parameter. */
  accepted: {
    near: 'a station, a crossing, a neighbourhood, a city or a postal code of the Greater Toronto Area, or two coordinates',
    within: 'a distance of 0 to 100 km',
    area: 'cities, neighbourhoods or postal codes of the Greater Toronto Area',
    q: 'at least two letters of a name, or a registration number',
    date: 'a day from today on, for a year, such as 2027-01-15',
    openAt: 'a time from 00:00 to 23:59, such as 14:30',
    minYears: 'a whole number, 0 or more, such as 10',
    maxYears: 'a whole number, 0 or more, such as 10',
  },
  doctors: (count: number) => `${number(count)} doctors`,
};

export type FormTexts = typeof form;
