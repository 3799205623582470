import type { DirectorySummary, FilterValue, FreshnessCounts } from './directory-answer.js';
import type { Freshness } from './freshness.js';
import type { Moment } from './moment.js';
import { oneDecimal } from './rating.js';
import type { ReadModel } from './read-model.js';
import { compareText, fold } from './text.js';

/** One dataset version as of one hour: what all answers of that hour are made from. */
export class DirectoryView {
  #summary?: DirectorySummary;
  #specialties?: readonly FilterValue[];
  #languages?: readonly FilterValue[];

  constructor(
    readonly model: ReadModel,
    readonly moment: Moment,
  ) {}

  /** What an answer depends on besides the request: it changes with the dataset and with the hour. */
  get tag(): string {
    return `${this.model.version}@${this.moment.asOf}`;
  }

  /** Directory totals, counted once an hour. */
  get summary(): DirectorySummary {
    return (this.#summary ??= {
      totalDoctors: this.model.doctors.listed,
      acceptingNewPatients: this.model.doctors.clinicFlagCount('accepting'),
      bySpecialty: this.specialties.map(({ value, doctorCount }) => ({
        specialty: value,
        count: doctorCount,
      })),
      dataFreshness: this.#freshness(),
    });
  }

  /** The specialties that listed doctors hold, most common first. */
  get specialties(): readonly FilterValue[] {
    return (this.#specialties ??= this.#values(this.model.doctors.specialtyCounts));
  }

  /** The languages that listed doctors speak, most common first. */
  get languages(): readonly FilterValue[] {
    return (this.#languages ??= this.#values(this.model.doctors.languageCounts));
  }

  #values(counts: ReadonlyMap<string, number>): FilterValue[] {
    return Array.from(counts, ([folded, doctorCount]) => ({
      value: this.model.spelling.get(folded) ?? folded,
      doctorCount,
    })).toSorted((a, b) => b.doctorCount - a.doctorCount || compareText(fold(a.value), fold(b.value)));
  }

  #freshness(): FreshnessCounts {
    const { doctors } = this.model;
    const counts: Record<Freshness, number> = { fresh: 0, stale: 0, unknown: 0 };
    for (let ordinal = 0; ordinal < doctors.listed; ordinal++)
      counts[doctors.freshness(ordinal, this.moment)]++;
    const confirmed = counts.fresh + counts.stale;
    const coveragePct = doctors.listed === 0 ? 0 : oneDecimal((confirmed / doctors.listed) * 100);
    return { ...counts, coveragePct };
  }
}
