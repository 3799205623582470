import { type Bitset, hasBit, lowestBit } from '../memory/bitset.js';
import type { PackedLists } from '../memory/packed-lists.js';

/** Which doctors practise at which clinics. The lists of doctors are ascending, without expired ones. */
export interface AffiliationColumns {
  readonly doctorsOf: PackedLists;
  readonly clinicsOf: PackedLists;
}

export class AffiliationIndex {
  constructor(private readonly columns: AffiliationColumns) {}

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
}
