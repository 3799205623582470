import { utf8 } from '../../text/utf8.js';
import { PAGE_KERNEL } from '../generated/page-kernel.js';
import type { AnswerBytes } from './answer-bytes.js';
import { addressAt, bytesAt, type TextColumn } from './text-arena.js';
import { kernelOf, newMemory } from './web-assembly.js';

interface Kernel {
  gather(list: number, stop: number, to: number): number;
}

const kernelOver = kernelOf<Kernel>(PAGE_KERNEL, 'texts');

/** The most texts that one call copies; each takes an address and a length. */
const MAX_TEXTS = 1_024;
const LIST_BYTES = MAX_TEXTS * 8;
const CONSTANTS_BYTES = 32_768;
/** For the texts of one call that are not stored. */
const OTHERS_BYTES = 32_768;
const OUTPUT_BYTES = 131_072;
/** The kernel copies in steps of 32 bytes, and so beyond the end of a text. */
const SLACK_BYTES = 32;

/** Appends members to the JSON of an item. */
export type Extend = (ordinal: number, page: TextMemory) => void;

/** What ends an item in JSON, for `addConstant`. */
export const ITEM_END = utf8('},');
/** What separates items in JSON, for `addConstant`. */
export const COMMA = utf8(',');

/**
 * Holds the texts of one dataset version in one memory of WebAssembly, where a page of them is copied in one call: that
 * takes half the time of a call per text, and creates no views for the garbage collector.
 */
export class TextMemory {
  readonly #buffer: ArrayBuffer;
  readonly #kernel: Kernel;
  readonly #list: Uint32Array;
  readonly #others: Uint8Array;
  #usedOthers = 0;
  readonly #constants = new Map<Uint8Array, number>();
  #nextConstant: number;
  readonly #endOfConstants: number;
  #used = 0;
  #bytes = 0;
  #body!: AnswerBytes;

  private constructor(textBytes: number) {
    const memory = newMemory(
      LIST_BYTES + textBytes + CONSTANTS_BYTES + OTHERS_BYTES + OUTPUT_BYTES + SLACK_BYTES,
    );
    this.#buffer = memory.buffer;
    this.#kernel = kernelOver(memory);
    this.#list = new Uint32Array(this.#buffer, 0, 2 * MAX_TEXTS);
    this.#nextConstant = LIST_BYTES + textBytes;
    this.#endOfConstants = this.#nextConstant + CONSTANTS_BYTES;
    this.#others = new Uint8Array(this.#buffer, this.#endOfConstants, OTHERS_BYTES);
  }

  /**
   * Moves the blocks of an arena into a new memory, one with each step, and returns it at the end. A thread that serves
   * does something else between the steps.
   * @param blocks replaced, so that the columns of the arena read from the new memory
   */
  static *moving(blocks: Uint8Array[]): Generator<void, TextMemory> {
    const texts = new TextMemory(blocks.reduce((sum, { length }) => sum + length, 0));
    let at = LIST_BYTES;
    for (const [i, block] of blocks.entries()) {
      const moved = new Uint8Array(texts.#buffer, at, block.length);
      moved.set(block);
      blocks[i] = moved;
      at += block.length;
      yield;
    }
    return texts;
  }

  /** Begins to append texts to an answer. End it before the next begins. */
  page(body: AnswerBytes): this {
    this.#body = body;
    // An error may have interrupted the page before.
    this.#used = this.#bytes = this.#usedOthers = 0;
    return this;
  }

  /** Appends text `i` of a column, which must be of the moved arena. */
  add(column: TextColumn, i: number): this {
    const length = column.lengths[i]!;
    if (length > OUTPUT_BYTES) return this.#addBytes(bytesAt(column, i));
    return this.#add(addressAt(column, i), length);
  }

  /** Appends another text, which is short and nearly always ASCII. */
  addText(text: string): this {
    const { length } = text;
    this.#reserve(length);
    if (this.#usedOthers + length > OTHERS_BYTES) this.end();
    const start = this.#usedOthers;
    for (let i = 0; i < length; i++) {
      const code = text.charCodeAt(i);
      if (code > 127 || start + i >= OTHERS_BYTES) return this.#addBytes(utf8(text));
      this.#others[start + i] = code;
    }
    this.#usedOthers += length;
    return this.#add(this.#others.byteOffset + start, length);
  }

  /** Appends one of few texts that many answers contain. */
  addConstant(text: Uint8Array): this {
    const address = this.#constants.get(text) ?? this.#store(text);
    return address === undefined ? this.#addBytes(text) : this.#add(address, text.length);
  }

  /**
   * Appends the JSON of items to an answer, and a comma after each.
   * @param start appends the start of an item
   * @param extend appends further members to an item
   */
  addItems(ordinals: ArrayLike<number>, body: AnswerBytes, start: Extend, extend?: Extend): void {
    this.page(body);
    const count = ordinals.length;
    for (let i = 0; i < count; i++) {
      const ordinal = ordinals[i]!;
      start(ordinal, this);
      extend?.(ordinal, this);
      this.addConstant(ITEM_END);
    }
    this.end();
  }

  /** Ends what `page` began. */
  end(): void {
    if (this.#used === 0) return;
    const output = this.#endOfConstants + OTHERS_BYTES;
    this.#kernel.gather(0, this.#used * Uint32Array.BYTES_PER_ELEMENT, output);
    this.#body.bytes(new Uint8Array(this.#buffer, output, this.#bytes));
    this.#used = this.#bytes = this.#usedOthers = 0;
  }

  #add(address: number, length: number): this {
    this.#reserve(length);
    this.#list[this.#used++] = address;
    this.#list[this.#used++] = length;
    this.#bytes += length;
    return this;
  }

  /** Makes room for one more text. */
  #reserve(length: number): void {
    if (this.#used === this.#list.length || this.#bytes + length > OUTPUT_BYTES) this.end();
  }

  #addBytes(text: Uint8Array): this {
    this.end();
    this.#body.bytes(text);
    return this;
  }

  /** Returns the address of a copy; undefined if there is no room. */
  #store(text: Uint8Array): number | undefined {
    const address = this.#nextConstant;
    if (address + text.length > this.#endOfConstants) return undefined;
    new Uint8Array(this.#buffer, address, text.length).set(text);
    this.#constants.set(text, address);
    this.#nextConstant += text.length;
    return address;
  }
}
