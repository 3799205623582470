import type { AsOf } from '../../rules/as-of.js';
import type { ConstantTest } from '../../rules/clinic-test.js';
import { FRESHNESS, type Freshness } from '../../records/doctor.js';
import type { DoctorValue } from '../../rules/criteria.js';
import { addBit, type Bitset } from '../memory/bitset.js';
import { byName } from '../memory/by-name.js';
import type { DoctorSets } from './doctor-sets.js';

/** The part of `DoctorIndex` that counts need. */
interface CountedDoctors {
  readonly listed: number;
  readonly sets: DoctorSets;
  freshness(doctor: number, asOf: AsOf): Freshness;
}

/** A value, and the number of doctors with it. */
export type ValueCount = readonly [value: string, count: number];

/**
 * Counts a set of doctors by value, clinic or freshness for `/doctors/facets`. It keeps one bitset per counted value, so that
 * a count is one intersection; it creates the bitsets at first use.
 */
export class FacetCounter {
  /** Doctors by test of their primary clinic. Callers pass the same test objects again. */
  readonly #atClinics = new Map<ConstantTest, Bitset>();
  #freshness?: { readonly asOf: AsOf; readonly sets: Readonly<Record<Freshness, Bitset>> };

  constructor(private readonly doctors: CountedDoctors) {}

  /** Counts by folded value. May leave out values that cannot be among the `most` most common ones. */
  byValue(doctors: Bitset, of: DoctorValue, most: number): readonly ValueCount[] {
    const { sets } = this.doctors;
    const counts: ValueCount[] = [];
    for (const { value, bits, size } of sets.valuesBySize(of)) {
      // Values come in order of their number of doctors, which bounds their count.
      if (counts.length >= most && counts.filter(([, count]) => count > size).length >= most) break;
      counts.push([value, sets.countCommon(doctors, bits)]);
    }
    return counts;
  }

  /** Counts the doctors whose primary clinic meets a test. */
  atClinics(doctors: Bitset, test: ConstantTest): number {
    const { sets } = this.doctors;
    const bits = this.#atClinics.get(test) ?? sets.newSetAt(test);
    this.#atClinics.set(test, bits);
    return sets.countCommon(doctors, bits);
  }

  byFreshness(doctors: Bitset, asOf: AsOf): readonly ValueCount[] {
    if (this.#freshness?.asOf !== asOf) this.#freshness = { asOf, sets: this.#freshnessSets(asOf) };
    const { sets } = this.#freshness;
    return FRESHNESS.map((value) => [value, this.doctors.sets.countCommon(doctors, sets[value])]);
  }

  #freshnessSets(asOf: AsOf): Readonly<Record<Freshness, Bitset>> {
    const sets = this.#freshness?.sets ?? byName(FRESHNESS, () => this.doctors.sets.newSet());
    for (const value of FRESHNESS) sets[value].fill(0);
    for (let doctor = 0; doctor < this.doctors.listed; doctor++)
      addBit(sets[this.doctors.freshness(doctor, asOf)], doctor);
    return sets;
  }
}
