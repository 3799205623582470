import {
  addBit,
  type Bitset,
  countBits,
  emptyBitset,
  hasBit,
  intersect,
  lowest,
  unite,
} from '../memory/bitset.js';

/** What there is of many for each of many: that of owner o is values[starts[o]] … values[starts[o + 1] - 1]. */
export interface Lists {
  readonly starts: Int32Array;
  readonly values: Int32Array;
}

/** Which listed doctors practise at which clinics, from both sides. */
export interface StaffColumns {
  /** The doctors of each clinic, ascending. */
  readonly doctorsOf: Lists;
  readonly clinicsOf: Lists;
}

export function staffColumns(doctorsOf: Lists, doctors: number): StaffColumns {
  return { doctorsOf, clinicsOf: inverted(doctorsOf, doctors) };
}

/** Who practises where. */
export class Staff {
  readonly #withThem: Bitset;
  /** The clinics of sets of doctors that never change, as long as those are kept. */
  readonly #known = new WeakMap<Bitset, Bitset>();

  constructor(private readonly columns: StaffColumns) {
    this.#withThem = emptyBitset(columns.doctorsOf.starts.length - 1);
  }

  /** The doctors of a clinic, in default order. */
  of(clinic: number): Int32Array {
    const { starts, values } = this.columns.doctorsOf;
    return values.subarray(starts[clinic], starts[clinic + 1]);
  }

  /** Leaves those of the clinics where at least one of the doctors practises. */
  narrow(clinics: Bitset, doctors: Bitset): void {
    // Of many doctors the first or second of a clinic is soon one; of few it is less work to see where they are.
    if (2 * countBits(clinics) < countBits(doctors)) this.#keepThoseWith(clinics, doctors);
    else intersect(clinics, this.#clinicsWith(doctors));
  }

  /**
   * Leaves those of the clinics where somebody is in one of the sets.
   * @param sets of doctors, that never change: their clinics are looked up once
   */
  narrowToAny(clinics: Bitset, sets: readonly Bitset[]): void {
    const [first, ...others] = sets.map((doctors) => this.#clinicsOf(doctors));
    if (!first || others.length === 0) return first ? intersect(clinics, first) : void clinics.fill(0);
    const any = this.#withThem;
    any.set(first);
    for (const other of others) unite(any, other);
    intersect(clinics, any);
  }

  #clinicsOf(doctors: Bitset): Bitset {
    const known = this.#known.get(doctors) ?? this.#clinicsWith(doctors).slice();
    this.#known.set(doctors, known);
    return known;
  }

  #keepThoseWith(clinics: Bitset, doctors: Bitset): void {
    const { starts, values } = this.columns.doctorsOf;
    const words = clinics.length;
    for (let w = 0; w < words; w++) {
      for (let word = clinics[w]!; word !== 0; word &= word - 1) {
        const clinic = (w << 5) + lowest(word);
        const end = starts[clinic + 1]!;
        let at = starts[clinic]!;
        while (at < end && !hasBit(doctors, values[at]!)) at++;
        if (at === end) clinics[w] = clinics[w]! & ~(word & -word);
      }
    }
  }

  #clinicsWith(doctors: Bitset): Bitset {
    const { starts, values } = this.columns.clinicsOf;
    const found = this.#withThem.fill(0);
    const words = doctors.length;
    for (let w = 0; w < words; w++) {
      for (let word = doctors[w]!; word !== 0; word &= word - 1) {
        const doctor = (w << 5) + lowest(word);
        const end = starts[doctor + 1]!;
        for (let at = starts[doctor]!; at < end; at++) addBit(found, values[at]!);
      }
    }
    return found;
  }
}

/** The same relation from its other side; the owners become the values, ascending. */
function inverted({ starts, values }: Lists, owners: number): Lists {
  const ends = new Int32Array(owners + 1);
  for (const value of values) ends[value + 1]!++;
  for (let owner = 0; owner < owners; owner++) ends[owner + 1]! += ends[owner]!;
  const inverse = { starts: ends, values: new Int32Array(values.length) };
  const next = ends.slice();
  for (let owner = 0; owner + 1 < starts.length; owner++) {
    for (let at = starts[owner]!; at < starts[owner + 1]!; at++) inverse.values[next[values[at]!]!++] = owner;
  }
  return inverse;
}
