import { BitMemory, STEP_WORDS } from '../memory/bit-memory.js';
import { addBit, type Bitset, lowestBit } from '../memory/bitset.js';
import type { KeptCriterion } from '../doctors/doctor-sets.js';
import type { PackedLists } from '../memory/packed-lists.js';
import type { AffiliationColumns } from './affiliation-index.js';

const PLANES = 8;
const CHUNK_BITS = 7;
/** Columns whose planes lie together: as many as a vector has bits. */
const CHUNK = 1 << CHUNK_BITS;

/** Where planes have which doctor, as plain data. */
type PlaneColumns = ReturnType<typeof planeColumns>;

export function planeColumns({ doctorsOf, clinicsOf }: AffiliationColumns) {
  const { starts } = doctorsOf;
  const clinics = starts.length - 1;
  const first = wholeChunks(clinics);
  const owners: number[] = [];
  const further = new Int32Array(clinics);
  for (let clinic = 0; clinic < clinics; clinic++) {
    further[clinic] = first + owners.length;
    for (let at = starts[clinic]! + PLANES; at < starts[clinic + 1]!; at += PLANES) owners.push(clinic);
  }
  const ranks = new Int32Array(clinics);
  // Listed doctors come first: later practices are those of others.
  const bits = clinicsOf.values.slice(0, doctorsOf.values.length).map((clinic) => {
    const rank = ranks[clinic]!++;
    const column = rank < PLANES ? clinic : further[clinic]! + Math.floor(rank / PLANES) - 1;
    return ((column >>> CHUNK_BITS) * PLANES + (rank % PLANES)) * CHUNK + (column & (CHUNK - 1));
  });
  return {
    /** The clinics of the further columns, ascending. */
    owners: Int32Array.from(owners),
    /** The bit of each practice of each listed doctor, in the order of `clinicsOf`. */
    bits,
  };
}

/** A set of doctors by their clinics. */
interface PlacedSet {
  /** The date of the set when it was written. */
  date: number;
  /** Bit c of plane r is the r-th doctor of clinic c. */
  readonly planes: Bitset;
  /** The clinics of the doctors. */
  readonly clinics: Bitset;
}

/**
 * Finds the clinics where a single doctor meets several criteria. Each set of doctors is eight planes over the clinics:
 * to intersect planes compares each doctor with himself, and to unite them at the end gives the clinics. Further doctors
 * of a clinic have further columns behind those of all clinics. The planes of a set are written when it is first used.
 */
export class PracticePlanes {
  readonly #planes: BitMemory;
  /** Scratch: columns. */
  readonly #found: Bitset;
  /** The words of those of all clinics, without further ones. */
  readonly #first: Bitset;
  readonly #placed = new Map<Bitset, PlacedSet>();

  /**
   * @param clinicsOf the clinics of each doctor
   * @param clinics has room for as many further sets
   * @param sets maximum number of sets of doctors
   */
  constructor(
    private readonly columns: PlaneColumns,
    private readonly clinicsOf: PackedLists,
    private readonly clinics: BitMemory,
    sets: number,
  ) {
    const first = wholeChunks(clinics.size);
    const all = first + wholeChunks(columns.owners.length);
    this.#planes = new BitMemory(all * PLANES, sets + 1);
    this.#found = this.#planes.empty().subarray(0, all / 32);
    this.#first = this.#found.subarray(0, first / 32);
  }

  /**
   * Removes the clinics where no single doctor meets all criteria.
   * @param clinics a set of the memory of clinics
   * @param criteria at least one of them without `not`
   */
  retain(clinics: Bitset, criteria: readonly KeptCriterion[]): void {
    const placed = criteria.map(({ anyOf, not = false, date }) => {
      const sets = anyOf.map((doctors) => this.#place(doctors, date));
      return { anyOf: sets.map(({ planes }) => planes), not, clinics: sets.map((set) => set.clinics) };
    });
    // Some doctor must meet each criterion alone: most chunks have no such clinic where few doctors do.
    const each = placed.filter(({ not }) => !not).map((criterion) => ({ anyOf: criterion.clinics }));
    this.clinics.combine(clinics, [{ anyOf: [clinics] }, ...each]);
    if (placed.length === 1) return;
    const first = this.#first;
    first.set(clinics.subarray(0, first.length));
    this.#found.fill(-1, first.length);
    this.#planes.retain(this.#found, placed);
    this.#fold(clinics);
    clinics.set(first);
  }

  /** Adds the clinics of the further columns that were found, if they are among some clinics. */
  #fold(among: Bitset): void {
    const { owners } = this.columns;
    const found = this.#found;
    const first = this.#first.length;
    const words = found.length;
    let w = first - (first % STEP_WORDS);
    while ((w = this.#planes.nextStep(found, w)) < words) {
      for (const end = Math.min(w + STEP_WORDS, words); w < end; w++) {
        if (w < first) continue;
        for (let word = found[w]!; word !== 0; word &= word - 1) {
          const owner = owners[((w - first) << 5) + lowestBit(word)]!;
          found[owner >>> 5]! |= among[owner >>> 5]! & (1 << (owner & 31));
        }
      }
    }
  }

  /** Returns a set of doctors as of a date by their clinics, and writes it unless it is written. */
  #place(doctors: Bitset, date: number): PlacedSet {
    let placed = this.#placed.get(doctors);
    if (!placed) {
      placed = { date: NaN, planes: this.#planes.empty(), clinics: this.clinics.empty() };
      this.#placed.set(doctors, placed);
    }
    if (placed.date !== date) this.#write(doctors, placed);
    placed.date = date;
    return placed;
  }

  #write(doctors: Bitset, { planes, clinics }: PlacedSet): void {
    const { starts, values } = this.clinicsOf;
    const { bits } = this.columns;
    planes.fill(0);
    clinics.fill(0);
    const words = doctors.length;
    for (let w = 0; w < words; w++) {
      for (let word = doctors[w]!; word !== 0; word &= word - 1) {
        const doctor = (w << 5) + lowestBit(word);
        const end = starts[doctor + 1]!;
        for (let at = starts[doctor]!; at < end; at++) {
          addBit(planes, bits[at]!);
          addBit(clinics, values[at]!);
        }
      }
    }
  }
}

/** Returns the least number of columns that fill chunks, at least one, and have room for some. */
function wholeChunks(columns: number): number {
  return Math.max(1, Math.ceil(columns / CHUNK)) * CHUNK;
}
