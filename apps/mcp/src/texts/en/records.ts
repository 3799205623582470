import type { EvidenceMethod, NamedDay } from '@care-atlas/domain/records';

const methods: Readonly<Record<EvidenceMethod, string>> = {
  register: 'by the register',
  clinic_attested: 'by the clinic',
  phone_call: 'by phone',
  web: 'on the web',
  open_data: 'in open data',
  patient_report: 'by a patient',
  correction: 'by a correction',
};
const codes: Readonly<Record<string, string>> = {
  existptonly: 'accepts only its own patients',
  existptfam: 'accepts only its own patients and their families',
};

/** What is said of a record, in the text of answers and in the card. */
export const records = {
  acceptance: {
    yes: 'accepts new patients',
    no: 'does not accept new patients',
    unknown: 'acceptance not known',
  },
  /** Of walk-in clinics, which see people without registration. */
  walkIn: {
    yes: 'walk-in: sees people without registration, and takes new regular patients',
    no: 'walk-in: sees people without registration; takes no new regular patients',
    unknown: 'walk-in: sees people without registration; not known whether it takes regular patients',
  },
  /** Whom a clinic accepts, if that is neither everybody nor nobody. */
  codes,
  methods,
  answers: { yes: 'yes', no: 'no', unknown: 'not known' },
  /** What the register says of a registration. */
  registration: {
    class: (words: string) => `registration ${words || 'of a class that is not known'}`,
    independent: {
      yes: 'for independent practice',
      no: 'not for independent practice',
      unknown: 'whether for independent practice is not known',
    },
    restrictions: {
      yes: 'with terms, conditions or limitations',
      no: 'without terms, conditions or limitations',
      unknown: 'whether with terms, conditions or limitations is not known',
    },
    asOf: (date: string) => `as the register said on ${date}`,
    page: (url: string) => `page in the register ${url}`,
  },
  ago: (days: number) => (days === 0 ? 'today' : days === 1 ? 'yesterday' : `${days} days ago`),
  said: (answer: string, how: string) => `said ${answer} ${how}`,
  /** Of what a source says without a date: since when it says so. */
  listed: (answer: string, by: string, date: string) => `listed ${answer} ${by} since ${date}`,
  disputed: (said: string) => `${said}, others disagree`,
  expired: (how: string) => `what was said ${how} has expired`,
  listingExpired: (by: string, date: string) => `what is listed ${by} since ${date} has expired`,
  readAs: (param: string, value: string, as: readonly string[], others: readonly string[]) =>
    `Read ${param}=${value} as ${as.join(' or ')}${others.length > 0 ? `, not ${others.join(' or ')}` : ''}.`,
  fromCenter: 'Distances are measured from its center.',
  away: (kilometers: string) => `${kilometers} km away`,
  hours: (day: string, opens: string, closes: string | null) => `${day} ${opens} to ${closes ?? 'not known'}`,
  day: (day: string) => day,
  hoursNotKnown: 'hours not known',
  /** Special days, such as "closed on public holidays". */
  locale: 'en-CA',
  nextDay: (time: string) => `${time} the next day`,
  span: (opens: string, closes: string | null) => `${opens} to ${closes ?? 'not known'}`,
  openOn: (days: string, times: string) => `${times} ${days}`,
  closedOn: (days: string) => `closed ${days}`,
  notKnownOn: (days: string) => `hours not known ${days}`,
  publicHolidays: 'on public holidays',
  holiday: (name: NamedDay) => `on ${name}`,
  oneDay: (day: string) => `on ${day}`,
  someDays: (first: string, last: string) => `from ${first} to ${last}`,
  /** Names and words as people read them. Arguments and the structured form have the normalized ones. */
  specialty: (name: string) => name,
  language: (name: string) => name,
  place: (label: string) => label,
  gender: (word: string) => word,
  freshness: (word: string) => word,
  clinicType: (word: string) => word,
};

export type RecordTexts = typeof records;
