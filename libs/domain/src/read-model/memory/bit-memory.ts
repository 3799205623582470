import { type Bitset, type BitPage, countBits, lowestBit } from './bitset.js';
import { BITS_KERNEL } from '../generated/bits-kernel.js';
import { kernelOf, newMemory } from './web-assembly.js';

/** Bytes of each set that the kernel processes per step. */
const STEP_BYTES = 64;
const WORD_BYTES = Int32Array.BYTES_PER_ELEMENT;
const STEP_WORDS = STEP_BYTES / WORD_BYTES;
/** A page that starts at a high offset skips the members before it by counting this many words at a time. */
const COUNTED_WORDS = 64 * STEP_WORDS;
/** Fills values after the last member: greater than any bound. */
const MAX_VALUE = 2 ** 31 - 1;

/** The functions of `kernel/bits.wat`. All parameters but `bound` are addresses. */
interface Kernel {
  combine(program: number, stop: number, into: number, end: number): void;
  non_zero_bytes(bytes: number, into: number, end: number): void;
  count(at: number, other: number, end: number): number;
  next(at: number, end: number): number;
  at_most(values: number, bound: number, into: number, end: number): void;
}

const kernelOver = kernelOf<Kernel>(BITS_KERNEL, 'sets');

/** A union of sets that a member must belong to; with `not`, a union that it must not belong to. */
export interface SetCriterion {
  /** At least one set. */
  readonly anyOf: readonly Bitset[];
  readonly not?: boolean;
}

/** A column with one number per member. Made by `BitMemory.values`. */
export type MemberValues = Int32Array;

/**
 * Holds bitsets of equal size in one WebAssembly memory, and combines, counts and pages them there. Vector instructions
 * (`kernel/bits.wat`) process up to 512 members per step, five to ten times as fast as a loop over words.
 *
 *     memory   | program | set 0 | set 1 | set 2 | …       each set: size bits, padded to a multiple of 64 bytes
 *     program  criteria of the current call to `combine`, as addresses of sets
 *
 * Pass only sets that this object created, except where a method accepts any set.
 */
export class BitMemory {
  /** A column of values takes the capacity of this many sets: 32 bits per member instead of one. */
  static readonly SETS_PER_COLUMN = 32;

  readonly #buffer: ArrayBuffer;
  readonly #kernel: Kernel;
  /** Bytes of a set. */
  readonly #bytes: number;
  /** Has room for two set addresses per set of `capacity`. */
  readonly #program: Uint32Array;
  /** Holds a copy of a set from elsewhere. */
  readonly #copy: Bitset;
  /** Address of the next set. */
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
    this.#end = Math.ceil((words * WORD_BYTES) / STEP_BYTES) * STEP_BYTES;
    // One more set, for `#copy`.
    const memory = newMemory(this.#end + this.#bytes * (capacity + 1));
    this.#buffer = memory.buffer;
    this.#program = new Uint32Array(this.#buffer, 0, words);
    this.#kernel = kernelOver(memory);
    this.#copy = this.empty();
  }

  /** Creates a set without members. */
  empty(): Bitset {
    return this.#allocate(1);
  }

  /** Creates a column of values. Those after the last member are greater than any bound. */
  values(): MemberValues {
    return this.#allocate(BitMemory.SETS_PER_COLUMN).fill(MAX_VALUE, this.size);
  }

  /** Creates a set with the members of any set. */
  copyOf(bits: Bitset): Bitset {
    const copy = this.empty();
    copy.set(bits);
    return copy;
  }

  /**
   * Writes the members that meet all criteria to `into`, which may be one of their sets, and returns it.
   * @param criteria at least one of them without `not`
   */
  combine(into: Bitset, criteria: readonly SetCriterion[]): Bitset {
    const stop = this.#writeProgram(criteria);
    this.#kernel.combine(this.#program.byteOffset, stop, into.byteOffset, into.byteOffset + this.#bytes);
    return into;
  }

  /** Writes one bit per byte of `set` to `into`: 1 if the byte has a member. @param into as many bits as `set` has bytes */
  nonZeroBytes(set: Bitset, into: Bitset): void {
    this.#kernel.non_zero_bytes(set.byteOffset, into.byteOffset, into.byteOffset + into.byteLength);
  }

  /**
   * Writes the members with a value of at most `bound` to `into` and returns it.
   * @param bound at least -2³¹ and below 2³¹ - 1
   */
  atMost(values: MemberValues, bound: number, into: Bitset): Bitset {
    this.#kernel.at_most(values.byteOffset, bound, into.byteOffset, into.byteOffset + this.#bytes);
    return into;
  }

  /** Counts the members of a set, or the members that two sets share. */
  count(set: Bitset, other = set): number {
    return this.#kernel.count(set.byteOffset, other.byteOffset, set.byteOffset + this.#bytes);
  }

  /** Counts the members of any set. */
  countAny(set: Bitset): number {
    return this.#isOwn(set) ? this.count(set) : countBits(set);
  }

  /** Returns the members of any set from `offset` on, at most `limit`, ascending. @param total the exact number of members */
  page(bits: Bitset, { offset, limit }: BitPage, total: number): readonly number[] {
    const end = Math.min(offset + limit, total);
    if (offset >= end) return [];
    const set = this.#isOwn(bits) ? bits : this.#copied(bits);
    const ordinals: number[] = [];
    let [w, passed] = this.#skip(set, offset);
    while (passed < end) {
      w = this.#nextStep(set, w);
      for (const last = w + STEP_WORDS; w < last && passed < end; w++) {
        for (let word = set[w]!; word !== 0 && passed < end; word &= word - 1)
          if (passed++ >= offset) ordinals.push((w << 5) + lowestBit(word));
      }
    }
    return ordinals;
  }

  #isOwn({ buffer }: Bitset): boolean {
    return buffer === this.#buffer;
  }

  #copied(bits: Bitset): Bitset {
    this.#copy.set(bits);
    return this.#copy;
  }

  /** Returns the index of a word that has at most `offset` members before it, and the number of these members. */
  #skip({ byteOffset, length }: Bitset, offset: number): [word: number, members: number] {
    let members = 0;
    for (let w = 0; ; w += COUNTED_WORDS) {
      const at = byteOffset + w * WORD_BYTES;
      const end = byteOffset + Math.min(w + COUNTED_WORDS, length) * WORD_BYTES;
      const count = offset > members ? this.#kernel.count(at, at, end) : Infinity;
      if (members + count > offset) return [w, members];
      members += count;
    }
  }

  /** Returns the index of the first word of the first step from `from` on with a member. @param from first word of a step */
  #nextStep({ byteOffset, byteLength }: Bitset, from: number): number {
    const at = this.#kernel.next(byteOffset + from * WORD_BYTES, byteOffset + byteLength);
    return (at - byteOffset) / WORD_BYTES;
  }

  /** Returns unused memory with room for `sets` sets. */
  #allocate(sets: number): Int32Array<ArrayBuffer> {
    const bytes = this.#bytes * sets;
    const words = new Int32Array(this.#buffer, this.#end, bytes / WORD_BYTES);
    this.#end += bytes;
    return words;
  }

  /**
   * Writes criteria for the kernel, which describes the format, and returns the address of their end.
   * @throws RangeError if there is no room for them
   */
  #writeProgram(criteria: readonly SetCriterion[]): number {
    const program = this.#program;
    let length = 0;
    for (const { anyOf, not = false } of criteria) {
      for (const { byteOffset } of anyOf) program[length++] = byteOffset;
      program[length - 1]! += not ? 2 : 1;
    }
    if (length > program.length) throw new RangeError('Too many sets to combine.');
    return program.byteOffset + length * WORD_BYTES;
  }
}
