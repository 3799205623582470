import { BitMemory } from '../memory/bit-memory.js';
import { addBit, type Bitset, lowestBit } from '../memory/bitset.js';
import type { DoctorSetCriterion } from '../doctors/doctor-sets.js';
import type { PackedLists } from '../memory/packed-lists.js';

/** Doctors per byte. */
const SLOTS = 8;
/**
 * The bytes of clinics and the overflow bytes are each padded to a multiple of this many: the step of the kernel, and whole
 * words of `#found`, which has one bit per byte.
 */
const STEP = 64;

/** The affiliations of doctors with clinics, as plain data. */
export interface AffiliationColumns {
  /** The listed doctors of each clinic, ascending. */
  readonly doctorsOf: PackedLists;
  /** The clinics of each doctor, the primary one first. Expired doctors come last. */
  readonly clinicsOf: PackedLists;
}

/** The bit of each affiliation (a doctor at a clinic) in a matrix, as plain data. */
type MatrixColumns = ReturnType<typeof matrixColumns>;

export function matrixColumns({ doctorsOf, clinicsOf }: AffiliationColumns) {
  const { starts } = doctorsOf;
  const clinicCount = starts.length - 1;
  const clinicBytes = padded(clinicCount);
  const overflowClinics: number[] = [];
  const firstOverflow = new Int32Array(clinicCount);
  for (let clinic = 0; clinic < clinicCount; clinic++) {
    firstOverflow[clinic] = clinicBytes + overflowClinics.length;
    for (let at = starts[clinic]! + SLOTS; at < starts[clinic + 1]!; at += SLOTS)
      overflowClinics.push(clinic);
  }
  const counts = new Int32Array(clinicCount);
  // The affiliations of expired doctors come last and have no bit.
  const bits = clinicsOf.values.slice(0, doctorsOf.values.length).map((clinic) => {
    const nth = counts[clinic]!++;
    // The first eight doctors of a clinic are in its own byte, the next in its overflow bytes.
    const byte = nth < SLOTS ? clinic : firstOverflow[clinic]! + Math.floor(nth / SLOTS) - 1;
    return byte * SLOTS + (nth % SLOTS);
  });
  return {
    /** The clinic of each overflow byte, ascending. */
    overflowClinics: Int32Array.from(overflowClinics),
    /** The bit of each affiliation of a listed doctor, in the order of `clinicsOf`. */
    bits,
  };
}

/** A set of doctors, arranged by clinic. */
interface ArrangedSet {
  /** The date of the doctor set when it was arranged. */
  date: number | undefined;
  /** One byte per clinic, then the overflow bytes; one bit per doctor of a clinic. */
  readonly matrix: Bitset;
  /** The clinics that have any of the doctors. */
  readonly clinics: Bitset;
}

/**
 * Finds the clinics where a single doctor meets several criteria. It arranges each set of doctors as a bit matrix with one
 * byte per clinic and one bit per doctor of the clinic, so that a vector instruction joins 128 affiliations.
 *
 *     clinic            0         1         2        …   overflow bytes: doctors 8 to 15 of clinic 1, …
 *     female            01000000  11000001  00000000     10000000
 *     speaks Tamil      10000000  01000000  00000000     10000000
 *     both (AND)        00000000  01000000  00000000     10000000
 *     clinic found      no        yes       no           yes, clinic 1
 *
 * Bits are shown lowest first. Doctor n of a clinic is its n-th doctor in `doctorsOf`, from 0. A set is arranged at its first
 * use and when the date of its criterion has changed; without a date, at each use.
 */
export class AffiliationMatrix {
  readonly #memory: BitMemory;
  readonly #joined: Bitset;
  /** One bit per byte of `#joined`. */
  readonly #found: Bitset;
  /** The number of words of `#found` for the bytes of clinics; the words for the overflow bytes follow. */
  readonly #clinicWords: number;
  readonly #arranged = new Map<Bitset, ArrangedSet>();

  /**
   * @param clinicsOf the clinics of each doctor
   * @param clinicMemory the memory of sets of clinics, with room for `sets` more
   * @param sets maximum number of doctor sets
   */
  constructor(
    private readonly columns: MatrixColumns,
    private readonly clinicsOf: PackedLists,
    private readonly clinicMemory: BitMemory,
    sets: number,
  ) {
    const clinicBytes = padded(clinicMemory.size);
    const bytes = clinicBytes + padded(columns.overflowClinics.length);
    this.#memory = new BitMemory(bytes * SLOTS, sets + 2);
    this.#joined = this.#memory.empty();
    this.#found = this.#memory.empty().subarray(0, bytes / 32);
    this.#clinicWords = clinicBytes / 32;
  }

  /**
   * Removes the clinics where no single doctor meets all criteria.
   * @param clinics a set in the memory of sets of clinics; it is changed
   * @param criteria at least one of them without `not`
   */
  retain(clinics: Bitset, criteria: readonly DoctorSetCriterion[]): void {
    // With one criterion, any of its doctors is a single doctor who meets all.
    if (criteria.length === 1) {
      const [{ anyOf, date }] = criteria as [DoctorSetCriterion];
      const having = { anyOf: anyOf.map((doctors) => this.#arrange(doctors, date).clinics) };
      this.clinicMemory.combine(clinics, [{ anyOf: [clinics] }, having]);
      return;
    }
    const arranged = criteria.map(({ anyOf, not, date }) => ({
      anyOf: anyOf.map((doctors) => this.#arrange(doctors, date).matrix),
      not,
    }));
    this.#memory.combine(this.#joined, arranged);
    this.#memory.nonZeroBytes(this.#joined, this.#found);
    this.#addOverflow();
    const words = Math.min(clinics.length, this.#clinicWords);
    for (let w = 0; w < words; w++) clinics[w] = clinics[w]! & this.#found[w]!;
  }

  /** Adds the clinics of the overflow bytes that were found. */
  #addOverflow(): void {
    const found = this.#found;
    const clinicWords = this.#clinicWords;
    for (let w = clinicWords; w < found.length; w++) {
      for (let word = found[w]!; word !== 0; word &= word - 1)
        addBit(found, this.columns.overflowClinics[((w - clinicWords) << 5) + lowestBit(word)]!);
    }
  }

  #arrange(doctors: Bitset, date: number | undefined): ArrangedSet {
    let set = this.#arranged.get(doctors);
    if (set && date !== undefined && set.date === date) return set;
    set ??= { date, matrix: this.#memory.empty(), clinics: this.clinicMemory.empty() };
    this.#arranged.set(doctors, set);
    set.date = date;
    this.#write(doctors, set);
    return set;
  }

  #write(doctors: Bitset, { matrix, clinics }: ArrangedSet): void {
    const { starts, values } = this.clinicsOf;
    const { bits } = this.columns;
    matrix.fill(0);
    clinics.fill(0);
    const words = doctors.length;
    for (let w = 0; w < words; w++) {
      for (let word = doctors[w]!; word !== 0; word &= word - 1) {
        const doctor = (w << 5) + lowestBit(word);
        const end = starts[doctor + 1]!;
        for (let at = starts[doctor]!; at < end; at++) {
          addBit(matrix, bits[at]!);
          addBit(clinics, values[at]!);
        }
      }
    }
  }
}

/** Rounds up to a multiple of STEP bytes, at least STEP: the kernel always processes one step. */
function padded(bytes: number): number {
  return Math.max(1, Math.ceil(bytes / STEP)) * STEP;
}
