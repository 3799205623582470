import type { QuestionParameter, QuestionValues } from '../contract/answers/question-answer.js';
import { placeOfId } from '../places/gazetteer.js';

/** In the plural: they stand for no date, which may be a holiday. */
const DAYS: Readonly<Record<string, string>> = {
  mon: 'Mondays',
  tue: 'Tuesdays',
  wed: 'Wednesdays',
  thu: 'Thursdays',
  fri: 'Fridays',
  sat: 'Saturdays',
  sun: 'Sundays',
};
const CLINICS: Readonly<Record<string, string>> = {
  'walk-in': 'walk-in clinic',
  'community-health-centre': 'community health centre',
  'hospital-outpatient': 'hospital',
};

/** The words of each parameter, in the order of a sentence. */
const WORDS: Readonly<Record<Exclude<QuestionParameter, 'match'>, (value: string) => string>> = {
  gender: (value) => value,
  wheelchair: () => 'wheelchair accessible',
  specialties: (value) => either(value),
  clinicType: (value) => either(value, (type) => CLINICS[type] ?? type),
  q: (value) => (/^\d+$/.test(value) ? value : `doctor named ${value}`),
  clinic: (value) => `at the clinic ${value}`,
  languages: (value) => `speaking ${either(value)}`,
  minYears: (value) => `with at least ${value} years of experience`,
  maxYears: (value) => `with at most ${value} years of experience`,
  accepting: () => 'accepting new patients',
  virtualVisits: () => 'with virtual visits',
  nearTTC: () => 'near the subway',
  within: (value) => `within ${value} km`,
  near: (value) => `near ${value}`,
  area: (value) => `in ${either(value, (area) => placeOfId(area)?.name ?? area)}`,
  weekend: () => 'on weekends',
  evening: () => 'open in the evening',
  date: (value) => `open on ${value}`,
  days: (value) => `open on ${either(value, (day) => DAYS[day] ?? day)}`,
  openAt: (value) => `at ${value}`,
};

/** Returns a question in English that is read as values: what can be asked instead. */
export function questionText(values: QuestionValues): string {
  const { match: _match, ...named } = values;
  const parts = (Object.keys(WORDS) as (keyof typeof WORDS)[]).flatMap((name) => {
    const value = named[name];
    return value === undefined ? [] : [WORDS[name](value)];
  });
  return parts.length === 0 ? 'all doctors' : parts.join(' ');
}

function either(values: string, write: (value: string) => string = (value) => value): string {
  return values.split(',').map(write).join(' or ');
}
