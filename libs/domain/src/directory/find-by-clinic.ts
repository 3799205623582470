import type { DoctorsAtClinic } from '../contract/answers/doctor-answer.js';
import type { DoctorQuery } from '../contract/queries/query.js';
import { countBits, hasBit } from '../read-model/memory/bitset.js';
import type { DirectoryView } from './directory-view.js';
import { matchingDoctors } from './find.js';
import type { Found, Page } from './list-envelope.js';

/** The doctors of a clinic that an item names. */
const MOST_NAMED = 3;

/** A page of doctors of whom each stands for all who match at one primary clinic. */
export interface FoundByClinic extends Found {
  /** Returns the doctors for whom one of the page stands. */
  readonly atClinic: (doctor: number) => DoctorsAtClinic;
}

/** Finds the doctors that a query matches, in its order, by primary clinic: the page has the first one of each. */
export function findByClinic(view: DirectoryView, query: DoctorQuery, page: Page): FoundByClinic {
  const { doctors } = view.model;
  const { matches, warning, pageOf } = matchingDoctors(view, query);
  const counts = doctors.countByPrimaryClinic(matches);
  const total = counts.reduce((clinics, count) => (count > 0 ? clinics + 1 : clinics), 0);
  const doctorTotal = countBits(matches);
  const end = Math.min(page.offset + page.limit, total);
  let found: Found;
  let firsts: readonly number[];
  // Reads as many doctors as these clinics have on average, then more until they fill the page.
  let limit = Math.ceil((end * doctorTotal) / Math.max(total, 1));
  for (; ; limit *= 4) {
    found = pageOf({ offset: 0, limit });
    firsts = firstOfEach(found.ordinals, (doctor) => doctors.primaryClinic(doctor));
    if (firsts.length >= end || limit >= doctorTotal) break;
  }
  const shown = firsts.slice(page.offset, end);
  const { ordinals, matches: ranked } = found;
  return {
    ...found,
    warning,
    total,
    doctorTotal,
    ordinals: shown.map((at) => ordinals[at]!),
    ...(ranked && { matches: shown.map((at) => ranked[at]!) }),
    atClinic: (first) => {
      const clinic = doctors.primaryClinic(first);
      const others = doctors
        .atPrimaryClinic(clinic)
        .filter((each) => each !== first && hasBit(matches, each));
      const named = [first, ...others.subarray(0, MOST_NAMED - 1)];
      return { count: counts[clinic]!, doctors: named.map((each) => doctors.named(each)) };
    },
  };
}

/** Returns the indexes of the first doctor of each clinic. */
function firstOfEach(ordinals: ArrayLike<number>, clinicOf: (doctor: number) => number): readonly number[] {
  const seen = new Set<number>();
  const firsts: number[] = [];
  for (let at = 0; at < ordinals.length; at++) {
    const clinic = clinicOf(ordinals[at]!);
    if (seen.has(clinic)) continue;
    seen.add(clinic);
    firsts.push(at);
  }
  return firsts;
}
