import type { Position } from '../../rules/geo.js';
import type { ClinicTest } from '../../rules/clinic-test.js';
import { addBit, type Bitset, emptyBitset, fullBitset, intersect } from '../memory/bitset.js';
import type { NameQuery } from '../../text/name-match.js';
import { ForgivingNameIndex, type RankedNames } from '../names/forgiving-name-index.js';
import { NameIndex } from '../names/name-index.js';
import type { ClinicColumns } from './clinic-columns.js';
import { squaredChord, squaredDistance, unitVector } from './nearest.js';

/** Finds the clinics of one dataset version that meet tests of their own record. */
export class ClinicSets {
  readonly size: number;
  readonly all: Bitset;
  readonly #found: Bitset;
  readonly #every: Bitset;

  readonly #names: NameIndex;
  readonly #words: ForgivingNameIndex;

  constructor(
    private readonly columns: Pick<
      ClinicColumns,
      'ids' | 'byFlag' | 'byPostalArea' | 'vectors' | 'names' | 'words'
    >,
  ) {
    this.#names = new NameIndex(columns.names);
    this.#words = new ForgivingNameIndex(columns.words);
    this.size = columns.ids.texts.lengths.length;
    this.all = fullBitset(this.size);
    this.#found = emptyBitset(this.size);
    this.#every = emptyBitset(this.size);
  }

  /** Returns the clinics that meet a test. Do not change the set; the next call overwrites it. */
  setOf(test: ClinicTest): Bitset {
    switch (test.by) {
      case 'flag':
        return this.columns.byFlag[test.has];
      case 'area':
        return this.#inAreas(test.postalAreas);
      case 'name':
        this.#found.fill(0);
        this.#names.search(test.terms, this.#found);
        return this.#found;
      case 'alike':
        return this.alike(test.names).at(-1)!;
      case 'within':
        return this.#within(test.from, test.metres);
      default:
        return test satisfies never;
    }
  }

  /** Returns the clinics that meet all tests. The next call overwrites the set. */
  setOfAll(tests: readonly ClinicTest[]): Bitset {
    this.#every.set(this.all);
    for (const test of tests) intersect(this.#every, this.setOf(test));
    return this.#every;
  }

  /** Returns, by rank, the clinics whose names match with that rank or a better one. */
  alike(names: NameQuery): RankedNames {
    return this.#words.search(names);
  }

  #inAreas(postalAreas: readonly string[]): Bitset {
    const found = this.#found.fill(0);
    for (const area of postalAreas)
      for (const clinic of this.columns.byPostalArea.get(area) ?? []) addBit(found, clinic);
    return found;
  }

  #within(from: Position, metres: number): Bitset {
    const found = this.#found.fill(0);
    const [place, most] = [unitVector(from), squaredChord(metres)];
    for (let clinic = 0; clinic < this.size; clinic++)
      if (squaredDistance(this.columns.vectors, clinic, place) <= most) addBit(found, clinic);
    return found;
  }
}
