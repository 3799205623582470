import { utf8 } from '../../text/utf8.js';
import { GATHER_KERNEL } from '../generated/gather-kernel.js';
import type { AnswerBytes } from './answer-bytes.js';
import { addressAt, bytesAt, type TextColumn } from './text-arena.js';
import { kernelOf, newMemory } from './web-assembly.js';

interface Kernel {
  gather(list: number, stop: number, to: number): void;
}

const kernelOver = kernelOf<Kernel>(GATHER_KERNEL, 'texts');

/** Maximum number of texts that one call of the kernel copies. */
const MAX_TEXTS = 1_024;
/** Each entry of the list is an address and a length, four bytes each. */
const LIST_BYTES = MAX_TEXTS * 8;
const CONSTANTS_BYTES = 32_768;
const OUTPUT_BYTES = 131_072;
/** The kernel copies 32 bytes per step, and therefore beyond the end of a text. */
const PADDING_BYTES = 32;

/** A function that appends JSON of an item: its start, or more of its members. */
export type AppendMembers = (ordinal: number, texts: TextMemory) => void;

/** The end of an item in a JSON list, for `addConstant`. */
export const ITEM_END = utf8('},');
/** The separator of JSON, for `addConstant`. */
export const COMMA = utf8(',');

/**
 * Holds all texts of one dataset version in one WebAssembly memory, and appends them to answers. It collects the addresses of
 * a batch of texts and copies them in one call of the kernel (`kernel/gather.wat`), in half the time of a call per text and
 * without garbage.
 *
 *     memory   | list | blocks of the arena | constants | output | padding |
 *     list     address and length of each text of the batch         output   these texts, one after another
 */
export class TextMemory {
  readonly #buffer: ArrayBuffer;
  readonly #kernel: Kernel;
  readonly #list: Uint32Array;
  readonly #constants = new Map<Uint8Array, number>();
  #nextConstant: number;
  /** Address of the output, which is the end of the constants. */
  readonly #output: number;
  /** Used words of the list. */
  #used = 0;
  /** Bytes of the texts in the list. */
  #bytes = 0;
  #body!: AnswerBytes;

  private constructor(textBytes: number) {
    const memory = newMemory(LIST_BYTES + textBytes + CONSTANTS_BYTES + OUTPUT_BYTES + PADDING_BYTES);
    this.#buffer = memory.buffer;
    this.#kernel = kernelOver(memory);
    this.#list = new Uint32Array(this.#buffer, 0, 2 * MAX_TEXTS);
    this.#nextConstant = LIST_BYTES + textBytes;
    this.#output = this.#nextConstant + CONSTANTS_BYTES;
  }

  /**
   * Copies the blocks of an arena into a new memory, one per loading step, so that the event loop can serve requests between
   * the steps.
   * @param blocks replaced by their copies, so that the columns of the arena read from the new memory
   */
  static *copySteps(blocks: Uint8Array[]): Generator<void, TextMemory> {
    const texts = new TextMemory(blocks.reduce((sum, { length }) => sum + length, 0));
    let at = LIST_BYTES;
    for (const [i, block] of blocks.entries()) {
      const copy = new Uint8Array(texts.#buffer, at, block.length);
      copy.set(block);
      blocks[i] = copy;
      at += block.length;
      yield;
    }
    return texts;
  }

  /** Starts a batch of texts for an answer. Call `end` before you start the next one. */
  batch(body: AnswerBytes): this {
    this.#body = body;
    // An error may have interrupted the previous batch.
    this.#used = this.#bytes = 0;
    return this;
  }

  /** Appends text `i` of a column of the copied arena. */
  add(column: TextColumn, i: number): this {
    const length = column.lengths[i]!;
    if (length > OUTPUT_BYTES) return this.#addBytes(bytesAt(column, i));
    return this.#add(addressAt(column, i), length);
  }

  /** Appends a text that is not stored. Ends the batch first. */
  addText(text: string): this {
    this.end();
    this.#body.text(text);
    return this;
  }

  /** Appends a text that many answers contain. Stores it at first use; pass the same object again. */
  addConstant(text: Uint8Array): this {
    const address = this.#constants.get(text) ?? this.#store(text);
    return address === undefined ? this.#addBytes(text) : this.#add(address, text.length);
  }

  /**
   * Appends the JSON of items to an answer, and a comma after each.
   * @param start appends the start of an item
   * @param extend appends further members to an item
   */
  addItems(
    ordinals: ArrayLike<number>,
    body: AnswerBytes,
    start: AppendMembers,
    extend?: AppendMembers,
  ): void {
    this.batch(body);
    const count = ordinals.length;
    for (let i = 0; i < count; i++) {
      const ordinal = ordinals[i]!;
      start(ordinal, this);
      extend?.(ordinal, this);
      this.addConstant(ITEM_END);
    }
    this.end();
  }

  /** Copies the batch to the answer. */
  end(): void {
    if (this.#used === 0) return;
    this.#kernel.gather(0, this.#used * Uint32Array.BYTES_PER_ELEMENT, this.#output);
    this.#body.bytes(new Uint8Array(this.#buffer, this.#output, this.#bytes));
    this.#used = this.#bytes = 0;
  }

  #add(address: number, length: number): this {
    this.#reserve(length);
    this.#list[this.#used++] = address;
    this.#list[this.#used++] = length;
    this.#bytes += length;
    return this;
  }

  /** Makes room for one more text by ending the batch early if necessary. */
  #reserve(length: number): void {
    if (this.#used === this.#list.length || this.#bytes + length > OUTPUT_BYTES) this.end();
  }

  #addBytes(text: Uint8Array): this {
    this.end();
    this.#body.bytes(text);
    return this;
  }

  /** Stores a constant and returns its address; undefined if there is no room. */
  #store(text: Uint8Array): number | undefined {
    const address = this.#nextConstant;
    if (address + text.length > this.#output) return undefined;
    new Uint8Array(this.#buffer, address, text.length).set(text);
    this.#constants.set(text, address);
    this.#nextConstant += text.length;
    return address;
  }
}
