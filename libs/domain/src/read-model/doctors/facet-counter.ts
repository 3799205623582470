import type { AsOf } from '../../rules/time/as-of.js';
import type { ConstantTest } from '../../rules/clinic-test.js';
import type { Freshness } from '../../records/doctor.js';
import type { DoctorValue } from '../../rules/criteria.js';
import { type Bitset, membersOf } from '../memory/bitset.js';
import type { DoctorSets } from './doctor-sets.js';

/** The part of `DoctorIndex` that the counter needs. */
interface CountedDoctors {
  readonly sets: DoctorSets;
  freshness(doctor: number, asOf: AsOf): Freshness;
}

/** A value, and the number of doctors with it. */
export type ValueCount = readonly [value: string, count: number];

/**
 * Counts a set of doctors by value, test of the primary clinic or freshness for `/doctors/facets`. A count by value or test is
 * one intersection: each value has a bitset from the start, each test from its first use. The freshness of each doctor is
 * computed.
 */
export class FacetCounter {
  /** Doctors by test of their primary clinic. A test is found again by its identity: callers must not create it anew. */
  readonly #atClinics = new Map<ConstantTest, Bitset>();

  constructor(private readonly index: CountedDoctors) {}

  /** Counts by folded value. May leave out values that cannot be among the `most` most common ones. */
  byValue(doctors: Bitset, of: DoctorValue, most: number): readonly ValueCount[] {
    const { sets } = this.index;
    const counts: ValueCount[] = [];
    for (const { value, bits, size } of sets.valuesBySize(of)) {
      // The values are in descending order of their doctors, and no count is greater than the number of a value's doctors.
      if (counts.length >= most && counts.filter(([, count]) => count > size).length >= most) break;
      counts.push([value, sets.countCommon(doctors, bits)]);
    }
    return counts;
  }

  /** Counts the doctors whose primary clinic meets a test. */
  atClinics(doctors: Bitset, test: ConstantTest): number {
    const { sets } = this.index;
    const bits = this.#atClinics.get(test) ?? sets.newSetAt(test);
    this.#atClinics.set(test, bits);
    return sets.countCommon(doctors, bits);
  }

  byFreshness(doctors: Bitset, asOf: AsOf): readonly ValueCount[] {
    const counts: Record<Freshness, number> = { fresh: 0, stale: 0, unknown: 0 };
    for (const doctor of membersOf(doctors)) counts[this.index.freshness(doctor, asOf)]++;
    return Object.entries(counts);
  }
}
