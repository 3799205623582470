import type { Message } from '../messages/index.js';
import type { Freshness } from '../records/doctor.js';
import type { DirectorySummary, FilterValue } from '../contract/answers/directory-answer.js';
import type { AsOf } from '../rules/time/as-of.js';
import { percentage } from '../rules/share.js';
import { findText } from '../read-model/memory/text-table.js';
import type { DoctorSets } from '../read-model/doctors/doctor-sets.js';
import type { ReadModel } from '../read-model/read-model.js';
import { compareText, fold } from '../text/text.js';

/** The totals and filter values of a dataset version, as of one day. */
export interface DirectoryTotals {
  readonly summary: DirectorySummary;
  /** Only values that a listed doctor has, most common first. */
  readonly specialties: readonly FilterValue[];
  readonly languages: readonly FilterValue[];
}

/** One dataset version as of one day: the basis of all answers on that day. */
export class DirectoryView {
  #totals?: DirectoryTotals;
  /** The version of all answers: that of the dataset, and the day. */
  readonly tag: string;

  constructor(
    readonly model: ReadModel,
    readonly asOf: AsOf,
  ) {
    this.tag = `${model.version}@${asOf.date}`;
  }

  /** Returns the totals and filter values. Counts them once. */
  get totals(): DirectoryTotals {
    return (this.#totals ??= this.#count());
  }

  #count(): DirectoryTotals {
    const { listed, sets } = this.model.doctors;
    const specialties = this.#values(sets.valuesBySize('specialties'));
    const freshness = this.#freshness();
    const confirmed = freshness.fresh + freshness.stale;
    const coveragePct = percentage(confirmed, listed);
    return {
      summary: {
        totalDoctors: listed,
        acceptingNewPatients: sets.clinicFlagCount('accepting'),
        bySpecialty: specialties.map(({ value, doctorCount }) => ({ specialty: value, count: doctorCount })),
        dataFreshness: { ...freshness, coveragePct },
      },
      specialties,
      languages: this.#values(sets.valuesBySize('languages')),
    };
  }

  #values(counted: ReturnType<DoctorSets['valuesBySize']>): FilterValue[] {
    const values = counted.map(({ value, size }) => ({
      value: this.model.displayNames.get(value) ?? value,
      doctorCount: size,
    }));
    return values.toSorted(
      (a, b) => b.doctorCount - a.doctorCount || compareText(fold(a.value), fold(b.value)),
    );
  }

  #freshness(): Record<Freshness, number> {
    const { doctors } = this.model;
    const counts: Record<Freshness, number> = { fresh: 0, stale: 0, unknown: 0 };
    for (let ordinal = 0; ordinal < doctors.listed; ordinal++)
      counts[doctors.freshness(ordinal, this.asOf)]++;
    return counts;
  }
}

/** Returns when a clinic closed; undefined for one that is listed or not known. */
export function closedAt({ closures }: ReadModel, id: string): string | undefined {
  const closure = findText(closures.ids, id.toLowerCase());
  return closure === undefined ? undefined : new Date(closures.closedAt[closure]!).toISOString();
}

/** A clinic that was looked up by an id. */
export interface FoundClinic {
  /** Undefined for a clinic that is not listed. */
  readonly ordinal: number | undefined;
  /** Names the clinic that answers for a merged one. */
  readonly warnings: readonly Message[];
}

/** Looks up a clinic by its id, in any case. For a clinic that was merged, returns the one that answers for it. */
export function foundClinic({ clinics, survivors }: ReadModel, id: string): FoundClinic {
  const ordinal = clinics.ordinalOf(id) ?? clinics.ordinalOf(id.toLowerCase());
  const survivor = ordinal === undefined ? survivors.get(id.toLowerCase()) : undefined;
  if (survivor === undefined) return { ordinal, warnings: [] };
  const params = { id: id.toLowerCase(), into: survivor };
  return { ordinal: clinics.ordinalOf(survivor), warnings: [{ code: 'merged_clinic', params }] };
}
