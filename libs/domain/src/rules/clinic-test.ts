import type { ClinicRecord, ClinicType, Weekday } from '../records/clinic.js';
import { type KnownAnswer } from '../records/evidence.js';
import { acceptanceAnswer, type EvidenceClock } from './evidence.js';
import { distanceMetres, type Position } from './geo.js';
import { type NameQuery, nameRank, NO_MATCH } from '../text/name-match.js';
import { fold } from '../text/text.js';
import { isOpen, isOpenEvenings, isOpenWeekends } from './time/opening-hours.js';
import { hoursOn, isOpenOn } from './time/special-days.js';

/** The clinic filters that are on or off, each with its test of a clinic's record. */
export const CLINIC_FLAGS = {
  accepting: (clinic: ClinicRecord) => clinic.accepting === true,
  evening: (clinic: ClinicRecord) => isOpenEvenings(clinic.openingHours),
  weekend: (clinic: ClinicRecord) => isOpenWeekends(clinic.openingHours),
  wheelchair: (clinic: ClinicRecord) => clinic.wheelchair === true,
  virtualVisits: (clinic: ClinicRecord) => clinic.virtualVisits === true,
  nearTTC: (clinic: ClinicRecord) => clinic.nearSubway,
  hasWebsite: (clinic: ClinicRecord) => clinic.website !== '',
};
export type ClinicFlag = keyof typeof CLINIC_FLAGS;
export const CLINIC_FLAG_NAMES = Object.keys(CLINIC_FLAGS) as readonly ClinicFlag[];

/** A condition on a clinic's own record, as a value. Of a doctor, the primary clinic must meet it. */
export type ClinicTest =
  | { readonly by: 'flag'; readonly has: ClinicFlag }
  /** Has a postal code in any of the areas, each its first three characters in capitals. */
  | { readonly by: 'area'; readonly postalAreas: readonly string[] }
  /** The name contains every folded term. A term has no spaces. */
  | { readonly by: 'name'; readonly terms: readonly string[] }
  /** The name is alike. */
  | { readonly by: 'alike'; readonly names: NameQuery }
  /** Is at most this far from a position, great circle. */
  | { readonly by: 'within'; readonly from: Position; readonly metres: number }
  /** Has one of the ids. */
  | { readonly by: 'id'; readonly anyOf: readonly string[] }
  | { readonly by: 'type'; readonly anyOf: readonly ClinicType[] }
  /** Is open on any of the days of the week: at any time, or at a minute after midnight. */
  | { readonly by: 'open'; readonly days: readonly Weekday[]; readonly at?: number }
  /** Is known to open on a date, YYYY-MM-DD: at any time, or at a minute after midnight. */
  | { readonly by: 'open-on'; readonly date: string; readonly at?: number }
  /** Whether it accepts new patients is known so, as of the start of the day. */
  | { readonly by: 'acceptance'; readonly anyOf: readonly KnownAnswer[] }
  /** Is known not to accept new patients. */
  | { readonly by: 'refusing' }
  /** Its opening hours are not known: those of the week, or those of a date. */
  | { readonly by: 'unknown-hours'; readonly date?: string };

/** A test whose result the clock does not change. */
export type ConstantTest = Exclude<ClinicTest, { readonly by: 'acceptance' }>;

/** Returns whether a clinic meets a test. Defines its meaning; the read model is faster. */
export function clinicMeets(test: ClinicTest, clinic: ClinicRecord, asOf: EvidenceClock): boolean {
  switch (test.by) {
    case 'flag':
      return CLINIC_FLAGS[test.has](clinic);
    case 'area':
      return test.postalAreas.includes(postalAreaOf(clinic));
    case 'name':
      return containsAll(clinic.name, test.terms);
    case 'alike':
      return nameRank(test.names, clinic.name) < NO_MATCH;
    case 'within':
      return distanceMetres(test.from, clinic) <= test.metres;
    case 'id':
      return test.anyOf.includes(clinic.id);
    case 'type':
      return test.anyOf.includes(clinic.type);
    case 'open':
      return isOpen(clinic.openingHours, test.days, test.at);
    case 'open-on':
      return isOpenOn(clinic, test.date, test.at);
    case 'acceptance':
      return test.anyOf.includes(acceptanceAnswer(clinic, asOf));
    case 'refusing':
      return clinic.accepting === false;
    case 'unknown-hours':
      return test.date === undefined ? clinic.openingHours.length === 0 : hoursOn(clinic, test.date) === null;
    default:
      return test satisfies never;
  }
}

/** Returns whether a name contains every folded term, and there is one. */
export function containsAll(name: string, terms: readonly string[]): boolean {
  const folded = fold(name);
  return terms.length > 0 && terms.every((term) => folded.includes(term));
}

/** Returns the first three characters of a clinic's postal code; empty if it is not known. */
export function postalAreaOf({ postalCode }: Pick<ClinicRecord, 'postalCode'>): string {
  return postalCode.slice(0, 3);
}
