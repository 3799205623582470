import type { Freshness } from '../records/doctor.js';
import type { DirectorySummary, FilterValue } from '../contract/directory-answer.js';

import { oneDecimal } from '../rules/rating.js';
import { compareText, fold } from '../text/text.js';

/** Listed doctors, counted in every way that the directory tells of. */
export interface DoctorCounts {
  readonly doctors: number;
  /** Those whose primary clinic accepts new patients. */
  readonly accepting: number;
  readonly freshness: Readonly<Record<Freshness, number>>;
  /** Only values that somebody has, in any order. */
  readonly specialties: Iterable<FilterValue>;
  readonly languages: Iterable<FilterValue>;
}

/** What is said of a dataset version as a whole, as of one hour. */
export interface DirectoryTotals {
  readonly summary: DirectorySummary;
  /** Most common first. */
  readonly specialties: readonly FilterValue[];
  readonly languages: readonly FilterValue[];
}

export function totalsOf(counts: DoctorCounts): DirectoryTotals {
  const { doctors, accepting, freshness } = counts;
  const specialties = mostCommonFirst(counts.specialties);
  const confirmed = freshness.fresh + freshness.stale;
  const coveragePct = doctors === 0 ? 0 : oneDecimal((confirmed / doctors) * 100);
  return {
    summary: {
      totalDoctors: doctors,
      acceptingNewPatients: accepting,
      bySpecialty: specialties.map(({ value, doctorCount }) => ({ specialty: value, count: doctorCount })),
      dataFreshness: { ...freshness, coveragePct },
    },
    specialties,
    languages: mostCommonFirst(counts.languages),
  };
}

function mostCommonFirst(values: Iterable<FilterValue>): FilterValue[] {
  return [...values].toSorted(
    (a, b) => b.doctorCount - a.doctorCount || compareText(fold(a.value), fold(b.value)),
  );
}
