import type { ClinicType, DayName, EvidenceMethod, Gender, PlaceKind } from '@care-atlas/domain/records';
import { actions } from './actions.js';
import { format } from './format.js';
import { names } from './names.js';

const { number, either } = format;

/** The texts of the form and the panel that ask for doctors. Scripts load these, in one language. */
export const search = {
  language: 'en' as 'en' | 'fr',
  format,
  names,
  actions,
  /** The query that the page starts with. */
  initial: { near: 'Kennedy station', languages: 'Tamil' },
  fields: {
    near: 'Near',
    nearExample: 'Station, neighbourhood, postal code',
    within: 'Within',
    anyDistance: 'Any distance',
    specialties: 'Specialty',
    anySpecialty: 'Any, such as GP',
    languages: 'Language',
    anyLanguage: 'Any, such as Farsi',
    q: 'Name or registration number',
    forgiving: 'Also similar names',
    days: 'Open on',
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
  places: {
    list: 'Places',
    found: (count: number) => (count === 0 ? 'No place found' : `${count} places`),
    kinds: {
      region: 'region',
      municipality: 'municipality',
      district: 'district',
      town: 'town',
      neighbourhood: 'neighbourhood',
      'subway-station': 'subway station',
      'postal-area': 'postal area',
    } satisfies Record<PlaceKind, string>,
    within: (kind: string, place: string) => `${kind} in ${place}`,
    station: (name: string) => `${name} station`,
  },
  matches: (total: number) => `${number(total)} ${total === 1 ? 'doctor matches' : 'doctors match'}`,
  nearest: (count: number, place: string) => `the ${count} nearest to ${place} shown`,
  first: (count: number) => `the first ${count} shown`,
  noneFound: 'Remove a filter: each one narrows the result.',
  readAs: (value: string, as: readonly string[]) => `“${value}” was read as ${either(as)}.`,
  notMeant: (others: readonly string[]) => `Not meant: ${others.join(', ')}.`,
  noAnswer: 'No answer.',
  refused: (status: number) => `Refused with status ${status}.`,
  answer: 'The answer',
  code: 'The same request in code',
  codeIn: (language: string) => `The request in ${language}`,
  map: {
    label: (count: number) => `Map of the clinics of the ${count} doctors shown`,
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    sources: 'Shoreline: GSHHG. Subway: © OpenStreetMap contributors. Names: GeoNames.',
    point: (number: number, name: string) => `${number}: ${name}`,
    showOnMap: (number: number) => `${number}: show on the map`,
  },
  acceptance: {
    yes: 'Accepts new patients',
    no: 'Accepts no new patients',
    unknown: 'Not known whether it accepts patients',
  },
  methods: {
    register: 'in the register',
    clinic_attested: 'by the clinic',
    phone_call: 'by phone call',
    web: 'on its website',
    open_data: 'in open data',
    patient_report: 'by a patient',
    correction: 'by correction',
  } satisfies Record<EvidenceMethod, string>,
  observed: (method: string | undefined, day: string) => (method === undefined ? day : `${method}, ${day}`),
  /** A day of the week and the hours of a clinic on it. */
  hours: (day: string, opens: string, closes: string) => `${day} ${opens}–${closes}`,
};

export type SearchTexts = typeof search;
