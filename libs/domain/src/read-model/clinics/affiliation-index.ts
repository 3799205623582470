import {
  addBit,
  type Bitset,
  countBits,
  emptyBitset,
  hasBit,
  intersect,
  lowestBit,
  unite,
} from '../memory/bitset.js';

/** One packed list per owner: the list of owner o is values[starts[o]] … values[starts[o + 1] - 1]. */
export interface PackedLists {
  readonly starts: Int32Array;
  readonly values: Int32Array;
}

export function packedLists(lists: readonly (readonly number[])[]): PackedLists {
  const starts = new Int32Array(lists.length + 1);
  lists.forEach((list, owner) => (starts[owner + 1] = starts[owner]! + list.length));
  const values = new Int32Array(starts[lists.length]!);
  lists.forEach((list, owner) => values.set(list, starts[owner]));
  return { starts, values };
}

/** Which doctors practise at which clinics. The lists of doctors are ascending, without expired ones. */
export interface AffiliationColumns {
  readonly doctorsOf: PackedLists;
  readonly clinicsOf: PackedLists;
}

export class AffiliationIndex {
  readonly #found: Bitset;
  /** Clinics by set of doctors. Holds only sets that never change. */
  readonly #cache = new WeakMap<Bitset, Bitset>();

  constructor(private readonly columns: AffiliationColumns) {
    this.#found = emptyBitset(columns.doctorsOf.starts.length - 1);
  }

  /** Returns the doctors of a clinic in default order. */
  doctorsOf(clinic: number): Int32Array {
    const { starts, values } = this.columns.doctorsOf;
    return values.subarray(starts[clinic], starts[clinic + 1]);
  }

  /** Returns the clinics of a doctor, also of an expired one, the primary one first. */
  clinicsOf(doctor: number): Int32Array {
    const { starts, values } = this.columns.clinicsOf;
    return values.subarray(starts[doctor], starts[doctor + 1]);
  }

  /** Removes the clinics where none of the doctors practises. */
  retain(clinics: Bitset, doctors: Bitset): void {
    // With many doctors, one of the first at a clinic is a member. With few, it is faster to look up their clinics.
    if (2 * countBits(clinics) < countBits(doctors)) this.#retainByClinic(clinics, doctors);
    else intersect(clinics, this.#clinicsOf(doctors));
  }

  /**
   * Removes the clinics where no doctor of any of the sets practises.
   * @param sets sets of doctors that never change: their clinics are cached
   */
  retainAny(clinics: Bitset, sets: readonly Bitset[]): void {
    const [first, ...others] = sets.map((doctors) => this.#cachedClinicsOf(doctors));
    if (!first || others.length === 0) return first ? intersect(clinics, first) : void clinics.fill(0);
    const any = this.#found;
    any.set(first);
    for (const other of others) unite(any, other);
    intersect(clinics, any);
  }

  #cachedClinicsOf(doctors: Bitset): Bitset {
    const clinics = this.#cache.get(doctors) ?? this.#clinicsOf(doctors).slice();
    this.#cache.set(doctors, clinics);
    return clinics;
  }

  #retainByClinic(clinics: Bitset, doctors: Bitset): void {
    const { starts, values } = this.columns.doctorsOf;
    const words = clinics.length;
    for (let w = 0; w < words; w++) {
      for (let word = clinics[w]!; word !== 0; word &= word - 1) {
        const clinic = (w << 5) + lowestBit(word);
        const end = starts[clinic + 1]!;
        let at = starts[clinic]!;
        while (at < end && !hasBit(doctors, values[at]!)) at++;
        if (at === end) clinics[w] = clinics[w]! & ~(word & -word);
      }
    }
  }

  /** Returns the clinics of some doctors. The next call overwrites the set. */
  #clinicsOf(doctors: Bitset): Bitset {
    const { starts, values } = this.columns.clinicsOf;
    const found = this.#found.fill(0);
    const words = doctors.length;
    for (let w = 0; w < words; w++) {
      for (let word = doctors[w]!; word !== 0; word &= word - 1) {
        const doctor = (w << 5) + lowestBit(word);
        const end = starts[doctor + 1]!;
        for (let at = starts[doctor]!; at < end; at++) addBit(found, values[at]!);
      }
    }
    return found;
  }
}
