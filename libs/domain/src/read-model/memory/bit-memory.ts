import { type Bitset, type BitPage, countBits, lowestBit, pageOfBits } from './bitset.js';
import { BITS_KERNEL } from '../generated/bits-kernel.js';
import { kernelOf, newMemory } from './web-assembly.js';

/** Bytes of each set that the kernel reads at a time. */
const STEP_BYTES = 64;
/** Words of each set that `nextStep` looks at together. */
export const STEP_WORDS = STEP_BYTES / Int32Array.BYTES_PER_ELEMENT;
/** Members before a page are counted in parts of this many words. */
const COUNTED_WORDS = 64 * STEP_WORDS;
/** The value of members that do not exist, which no bound reaches. */
const NOBODY = 2 ** 31 - 1;

interface Kernel {
  combine(program: number, stop: number, into: number, end: number): void;
  non_zero_bytes(bytes: number, into: number, end: number): void;
  count(a: number, b: number, end: number): number;
  next(at: number, end: number): number;
  at_most(values: number, bound: number, into: number, end: number): void;
}

const kernelOver = kernelOf<Kernel>(BITS_KERNEL, 'sets');

/** A criterion: the members of any of some sets, at least one, or with `not`, those of none. */
export interface SetCriterion {
  readonly anyOf: readonly Bitset[];
  readonly not?: boolean;
}

/** A number for each member. Made by `BitMemory.values`. */
export type MemberValues = Int32Array;

/**
 * Combines sets of one size with vector instructions (`kernel/bits.wat`), five to ten times as fast as a loop over
 * words. The sets lie side by side in one memory: pass only sets that this object created.
 */
export class BitMemory {
  /** Values take as much of the capacity as this many sets. */
  static readonly VALUES = 32;

  readonly #buffer: ArrayBuffer;
  readonly #kernel: Kernel;
  readonly #bytes: number;
  /** The criteria for the kernel, before the sets. Has room for each set twice. */
  readonly #program: Uint32Array;
  /** Where the next set begins. */
  #end: number;

  /**
   * @param size maximum number of members of a set
   * @param capacity maximum number of sets; a set that is never created takes addresses but no memory
   */
  constructor(
    readonly size: number,
    readonly capacity: number,
  ) {
    this.#bytes = Math.max(1, Math.ceil(size / 8 / STEP_BYTES)) * STEP_BYTES;
    const words = 2 * capacity;
    this.#end = Math.ceil((words * Uint32Array.BYTES_PER_ELEMENT) / STEP_BYTES) * STEP_BYTES;
    const memory = newMemory(this.#end + this.#bytes * capacity);
    this.#buffer = memory.buffer;
    this.#program = new Uint32Array(this.#buffer, 0, words);
    this.#kernel = kernelOver(memory);
  }

  /** Creates a set without members. */
  empty(): Bitset {
    return this.#words(1);
  }

  /** Creates values of no members, to be filled from the first one on. */
  values(): MemberValues {
    return this.#words(BitMemory.VALUES).fill(NOBODY, this.size);
  }

  /** Creates a set with the members of another, which may come from elsewhere. */
  copyOf(bits: Bitset): Bitset {
    const copy = this.empty();
    copy.set(bits);
    return copy;
  }

  /** Writes who meets all criteria, of which at least one is without `not`, and returns `into`. */
  combine(into: Bitset, criteria: readonly SetCriterion[]): Bitset {
    const stop = this.#write(criteria);
    this.#kernel.combine(this.#program.byteOffset, stop, into.byteOffset, into.byteOffset + this.#bytes);
    return into;
  }

  /** Writes the numbers of the bytes of a set that are not 0. @param into has one bit per byte, in multiples of 64 bits */
  nonZeroBytes(set: Bitset, into: Bitset): void {
    this.#kernel.non_zero_bytes(set.byteOffset, into.byteOffset, into.byteOffset + into.byteLength);
  }

  /** Writes whose value is at most a bound, from -2³¹ to below 2³¹ - 1, and returns `into`. */
  atMost(values: MemberValues, bound: number, into: Bitset): Bitset {
    this.#kernel.at_most(values.byteOffset, bound, into.byteOffset, into.byteOffset + this.#bytes);
    return into;
  }

  /** Counts the members of a set, or those that it shares with another one. */
  count(set: Bitset, other = set): number {
    return this.#kernel.count(set.byteOffset, other.byteOffset, set.byteOffset + this.#bytes);
  }

  /**
   * Returns the first word of the next STEP_WORDS that have a member; if there are none, the end of the set or more.
   * @param set all of a set, or the beginning of one
   * @param from where to begin, in words: a multiple of STEP_WORDS
   */
  nextStep(set: Bitset, from: number): number {
    const { byteOffset, byteLength } = set;
    const at = byteOffset + from * Int32Array.BYTES_PER_ELEMENT;
    return (this.#kernel.next(at, byteOffset + byteLength) - byteOffset) / Int32Array.BYTES_PER_ELEMENT;
  }

  /** Counts the members of any set, also of one from elsewhere. */
  sizeOf(set: Bitset): number {
    return this.#owns(set) ? this.count(set) : countBits(set);
  }

  /** Returns a page of the members of any set, also of one from elsewhere. @param total the number of its members */
  page(set: Bitset, page: BitPage, total: number): readonly number[] {
    if (!this.#owns(set)) return pageOfBits(set, page);
    const { offset, limit } = page;
    const ordinals: number[] = [];
    const end = Math.min(offset + limit, total);
    let [from, rank] = offset < end ? this.#skip(set, offset) : [0, end];
    while (rank < end) {
      from = this.nextStep(set, from);
      for (const last = from + STEP_WORDS; from < last && rank < end; from++) {
        for (let word = set[from]!; word !== 0 && rank < end; word &= word - 1)
          if (rank++ >= offset) ordinals.push((from << 5) + lowestBit(word));
      }
    }
    return ordinals;
  }

  #owns({ buffer }: Bitset): boolean {
    return buffer === this.#buffer;
  }

  /** Returns a word before which a set has at most `offset` members, and their number. */
  #skip({ byteOffset, length }: Bitset, offset: number): [word: number, members: number] {
    let members = 0;
    for (let word = 0; ; word += COUNTED_WORDS) {
      const at = byteOffset + word * Int32Array.BYTES_PER_ELEMENT;
      const end = byteOffset + Math.min(word + COUNTED_WORDS, length) * Int32Array.BYTES_PER_ELEMENT;
      const count = offset > members ? this.#kernel.count(at, at, end) : Infinity;
      if (members + count > offset) return [word, members];
      members += count;
    }
  }

  /** Returns words that nobody has yet, as many as some sets have. */
  #words(sets: number): Int32Array<ArrayBuffer> {
    const bytes = this.#bytes * sets;
    const words = new Int32Array(this.#buffer, this.#end, bytes / Int32Array.BYTES_PER_ELEMENT);
    this.#end += bytes;
    return words;
  }

  /**
   * Writes criteria for the kernel and returns where they end.
   * @throws RangeError if there is no room for them
   */
  #write(criteria: readonly SetCriterion[]): number {
    const program = this.#program;
    let length = 0;
    for (const { anyOf, not = false } of criteria) {
      for (const { byteOffset } of anyOf) program[length++] = byteOffset;
      program[length - 1]! += not ? 2 : 1;
    }
    if (length > program.length) throw new RangeError('Too many sets to combine.');
    return program.byteOffset + length * Uint32Array.BYTES_PER_ELEMENT;
  }
}
