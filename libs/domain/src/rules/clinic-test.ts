import type { ClinicRecord, ClinicType, Weekday } from '../records/clinic.js';
import { type KnownAnswer } from '../records/evidence.js';
import { acceptanceAnswer, type EvidenceClock } from './evidence.js';
import { distanceMetres, type Position } from './geo.js';
import { type NameQuery, nameRank } from '../text/name-match.js';
import { fold } from '../text/text.js';
import {
  isOpen,
  isOpenEvenings,
  isOpenWeekends,
  mayBeOpen,
  mayBeOpenEvenings,
  mayBeOpenWeekends,
} from './time/opening-hours.js';
import { isOpenOn, mayBeOpenOn } from './time/special-days.js';

/** The clinic filters that are on or off, each with what a clinic's record says; null if it is not known. */
export const CLINIC_FLAGS = {
  accepting: ({ accepting }: ClinicRecord) => accepting,
  evening: (clinic: ClinicRecord) => (mayBeOpenEvenings(clinic) ? null : isOpenEvenings(clinic.openingHours)),
  weekend: (clinic: ClinicRecord) => (mayBeOpenWeekends(clinic) ? null : isOpenWeekends(clinic.openingHours)),
  wheelchair: ({ wheelchair }: ClinicRecord) => wheelchair,
  virtualVisits: ({ virtualVisits }: ClinicRecord) => virtualVisits,
  nearTTC: ({ positionSource, nearSubway }: ClinicRecord) =>
    nearSubway || (positionSource === 'postal-area' ? null : false),
  hasWebsite: ({ website }: ClinicRecord) => website !== '' || null,
};
export type ClinicFlag = keyof typeof CLINIC_FLAGS;
export const CLINIC_FLAG_NAMES = Object.keys(CLINIC_FLAGS) as readonly ClinicFlag[];

/**
 * A condition on a clinic's own record, as a value. Of a doctor, the primary clinic must meet it. With `orUnknown`, a clinic
 * of which that is not known meets it, too.
 */
export type ClinicTest =
  | { readonly by: 'flag'; readonly has: ClinicFlag; readonly orUnknown?: true }
  /** Has a postal code in any of the areas, each its first three characters in capitals. */
  | { readonly by: 'area'; readonly postalAreas: readonly string[]; readonly orUnknown?: true }
  /** The name contains every folded term. A term has no spaces. */
  | { readonly by: 'name'; readonly terms: readonly string[] }
  /** The name is alike, at worst by this rank. */
  | { readonly by: 'alike'; readonly names: NameQuery; readonly worst: number }
  /** Is at most this far from a position, great circle. */
  | { readonly by: 'within'; readonly from: Position; readonly metres: number }
  /** Has one of the ids. */
  | { readonly by: 'id'; readonly anyOf: readonly string[] }
  | { readonly by: 'type'; readonly anyOf: readonly ClinicType[] }
  /** Opens on any of the days of the week, or is open on it at a minute after midnight. */
  | {
      readonly by: 'open';
      readonly days: readonly Weekday[];
      readonly at?: number;
      readonly orUnknown?: true;
    }
  /** Is known to open on a date, YYYY-MM-DD, or to be open on it at a minute after midnight. */
  | { readonly by: 'open-on'; readonly date: string; readonly at?: number; readonly orUnknown?: true }
  /** Whether it accepts new patients is known so, as of the start of the day. */
  | { readonly by: 'acceptance'; readonly anyOf: readonly KnownAnswer[] }
  /** Is known not to accept new patients. */
  | { readonly by: 'refusing' };

/** A test whose result the clock does not change. */
export type ConstantTest = Exclude<ClinicTest, { readonly by: 'acceptance' }>;

/** Returns whether a clinic meets a test. Defines its meaning; the read model is faster. */
export function clinicMeets(test: ClinicTest, clinic: ClinicRecord, asOf: EvidenceClock): boolean {
  switch (test.by) {
    case 'flag':
      return CLINIC_FLAGS[test.has](clinic) ?? test.orUnknown === true;
    case 'area':
      return areasOf(test).includes(postalAreaOf(clinic));
    case 'name':
      return containsAll(clinic.name, test.terms);
    case 'alike':
      return nameRank(test.names, clinic.name) <= test.worst;
    case 'within':
      return distanceMetres(test.from, clinic) <= test.metres;
    case 'id':
      return test.anyOf.includes(clinic.id);
    case 'type':
      return test.anyOf.includes(clinic.type);
    case 'open':
      return (
        isOpen(clinic.openingHours, test.days, test.at) ||
        (test.orUnknown === true && mayBeOpen(clinic, test.days, test.at))
      );
    case 'open-on':
      return (
        isOpenOn(clinic, test.date, test.at) ||
        (test.orUnknown === true && mayBeOpenOn(clinic, test.date, test.at))
      );
    case 'acceptance':
      return test.anyOf.includes(acceptanceAnswer(clinic, asOf));
    case 'refusing':
      return clinic.accepting === false;
    default:
      return test satisfies never;
  }
}

/** Returns whether a name contains every folded term, and there is one. */
export function containsAll(name: string, terms: readonly string[]): boolean {
  const folded = fold(name);
  return terms.length > 0 && terms.every((term) => folded.includes(term));
}

/** Returns the postal areas that meet a test, each as `postalAreaOf`. */
export function areasOf({
  postalAreas,
  orUnknown,
}: Extract<ClinicTest, { readonly by: 'area' }>): readonly string[] {
  return orUnknown ? [...postalAreas, ''] : postalAreas;
}

/** Returns the first three characters of a clinic's postal code; empty if it is not known. */
export function postalAreaOf({ postalCode }: Pick<ClinicRecord, 'postalCode'>): string {
  return postalCode.slice(0, 3);
}
