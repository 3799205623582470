import type { Freshness } from '../records/doctor.js';
import type { FilterValue } from '../contract/directory-answer.js';
import { type DirectoryTotals, totalsOf } from './directory-totals.js';

import type { Moment } from '../rules/as-of.js';
import type { ReadModel } from '../read-model/read-model.js';

/** One dataset version as of one hour: what all answers of that hour are made from. */
export class DirectoryView {
  #totals?: DirectoryTotals;

  constructor(
    readonly model: ReadModel,
    readonly moment: Moment,
  ) {}

  /** Totals and filter values, counted once an hour. */
  get totals(): DirectoryTotals {
    const { doctors } = this.model;
    return (this.#totals ??= totalsOf({
      doctors: doctors.listed,
      accepting: doctors.sets.clinicFlagCount('accepting'),
      freshness: this.#freshness(),
      specialties: this.#values(doctors.sets.specialtyCounts),
      languages: this.#values(doctors.sets.languageCounts),
    }));
  }

  #values(counts: ReadonlyMap<string, number>): FilterValue[] {
    return Array.from(counts, ([folded, doctorCount]) => ({
      value: this.model.spelling.get(folded) ?? folded,
      doctorCount,
    }));
  }

  #freshness(): Record<Freshness, number> {
    const { doctors } = this.model;
    const counts: Record<Freshness, number> = { fresh: 0, stale: 0, unknown: 0 };
    for (let ordinal = 0; ordinal < doctors.listed; ordinal++)
      counts[doctors.freshness(ordinal, this.moment)]++;
    return counts;
  }
}
