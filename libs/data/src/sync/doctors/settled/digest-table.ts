const WORDS = 4;
const WORD_BYTES = 4;
const WORD_DIGITS = 8;

/** Finds digests of 16 bytes. A map of texts would take several times the memory. */
export class DigestTable {
  readonly #words: Uint32Array;
  /** The position of a digest plus one, or 0, by its first bits. */
  readonly #slots: Int32Array;

  /** @param digests one after the other */
  constructor(digests: Buffer) {
    this.#words = new Uint32Array(Math.floor(digests.length / WORD_BYTES));
    for (let word = 0; word < this.#words.length; word++)
      this.#words[word] = digests.readUInt32BE(word * WORD_BYTES);
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(2 * this.size + 1)));
    for (let at = 0; at < this.size; at++) this.#slots[this.#slotOf(this.#wordsAt(at))] = at + 1;
  }

  /** The number of digests. */
  get size(): number {
    return this.#words.length / WORDS;
  }

  /** Returns the position of a digest, -1 if it is not among them. @param digest 32 hexadecimal digits */
  positionOf(digest: string): number {
    const words = [0, 1, 2, 3].map((word) =>
      Number.parseInt(digest.slice(word * WORD_DIGITS, (word + 1) * WORD_DIGITS), 16),
    );
    return this.#slots[this.#slotOf(words)]! - 1;
  }

  #wordsAt(at: number): Uint32Array {
    return this.#words.subarray(at * WORDS, (at + 1) * WORDS);
  }

  /** Returns the slot that a digest has, or the free one that it gets. */
  #slotOf(words: ArrayLike<number>): number {
    const mask = this.#slots.length - 1;
    for (let slot = words[0]! & mask; ; slot = (slot + 1) & mask) {
      const at = this.#slots[slot]! - 1;
      if (at < 0 || this.#isAt(at, words)) return slot;
    }
  }

  #isAt(at: number, words: ArrayLike<number>): boolean {
    for (let word = 0; word < WORDS; word++) if (this.#words[at * WORDS + word] !== words[word]) return false;
    return true;
  }
}
