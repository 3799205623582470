const WORDS = 4;
const WORD_BYTES = 4;
const WORD_DIGITS = 8;

/** Finds digests of 16 bytes. A map of texts would take several times the memory. */
export class DigestTable {
  readonly #words: Uint32Array;
  /** The position of a digest plus one, or 0, by its first bits. */
  readonly #slots: Int32Array;
  readonly #sought = new Uint32Array(WORDS);

  /** @param digests one after the other */
  constructor(digests: Buffer) {
    this.#words = new Uint32Array(Math.floor(digests.length / WORD_BYTES));
    for (let word = 0; word < this.#words.length; word++)
      this.#words[word] = digests.readUInt32BE(word * WORD_BYTES);
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(2 * this.size + 1)));
    for (let at = 0; at < this.size; at++) this.#slots[this.#slotOf(this.#words, at)] = at + 1;
  }

  /** The number of digests. */
  get size(): number {
    return this.#words.length / WORDS;
  }

  /** Returns the position of a digest, -1 if it is not among them. @param digest 32 hexadecimal digits */
  positionOf(digest: string): number {
    for (let word = 0; word < WORDS; word++)
      this.#sought[word] = Number.parseInt(digest.slice(word * WORD_DIGITS, (word + 1) * WORD_DIGITS), 16);
    return this.#slots[this.#slotOf(this.#sought, 0)]! - 1;
  }

  /** Returns the slot that a digest has, or the free one that it gets. @param position that of the digest in `words` */
  #slotOf(words: Uint32Array, position: number): number {
    const mask = this.#slots.length - 1;
    const first = position * WORDS;
    for (let slot = words[first]! & mask; ; slot = (slot + 1) & mask) {
      const at = this.#slots[slot]! - 1;
      if (at < 0 || this.#isAt(at * WORDS, words, first)) return slot;
    }
  }

  #isAt(stored: number, words: Uint32Array, first: number): boolean {
    for (let word = 0; word < WORDS; word++)
      if (this.#words[stored + word] !== words[first + word]) return false;
    return true;
  }
}
