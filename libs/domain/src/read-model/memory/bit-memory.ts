import type { Bitset } from './bitset.js';
import { BIT_KERNEL } from '../generated/bit-kernel.js';

const PAGE_BYTES = 65_536;
/** What one instruction takes in. */
const VECTOR_BITS = 128;

interface Kernel {
  intersect(into: number, a: number, b: number, bytes: number): void;
  unite(into: number, a: number, b: number, bytes: number): void;
  subtract(into: number, a: number, b: number, bytes: number): void;
  count(set: number, bytes: number): number;
}

// What of WebAssembly is used here: this library knows neither Node's types nor a browser's.
declare const WebAssembly: {
  Memory: new (pages: { initial: number }) => { readonly buffer: ArrayBuffer };
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { readonly exports: unknown };
};

const MODULE = new WebAssembly.Module(BIT_KERNEL);

/**
 * Sets of one size side by side in memory on which vector instructions work (`kernel/bits.wat`): five to ten times as
 * fast as a loop over words, which is what a filter over a million doctors spends its time on. All sets that are given
 * to it must be its own.
 */
export class BitMemory {
  readonly #buffer: ArrayBuffer;
  readonly #kernel: Kernel;
  readonly #bytes: number;
  #sets = 0;

  /**
   * @param size members that a set may have
   * @param capacity sets that there may be; one that is never made takes no memory, only addresses
   */
  constructor(size: number, capacity: number) {
    this.#bytes = Math.max(1, Math.ceil(size / VECTOR_BITS)) * (VECTOR_BITS / 8);
    const memory = new WebAssembly.Memory({ initial: Math.ceil((this.#bytes * capacity) / PAGE_BYTES) });
    this.#buffer = memory.buffer;
    this.#kernel = new WebAssembly.Instance(MODULE, { sets: { memory } }).exports as Kernel;
  }

  /** A new set without members. */
  empty(): Bitset {
    return new Int32Array(
      this.#buffer,
      this.#bytes * this.#sets++,
      this.#bytes / Int32Array.BYTES_PER_ELEMENT,
    );
  }

  /** A new set with the members of one from elsewhere. */
  copyOf(bits: Bitset): Bitset {
    const copy = this.empty();
    copy.set(bits);
    return copy;
  }

  /** Makes `into` what is in both. */
  intersect(into: Bitset, a: Bitset, b: Bitset): void {
    this.#kernel.intersect(into.byteOffset, a.byteOffset, b.byteOffset, this.#bytes);
  }

  /** Makes `into` what is in either. */
  unite(into: Bitset, a: Bitset, b: Bitset): void {
    this.#kernel.unite(into.byteOffset, a.byteOffset, b.byteOffset, this.#bytes);
  }

  /** Makes `into` what is in the first, and not in the second. */
  subtract(into: Bitset, a: Bitset, b: Bitset): void {
    this.#kernel.subtract(into.byteOffset, a.byteOffset, b.byteOffset, this.#bytes);
  }

  /** How many members a set has. */
  count(set: Bitset): number {
    return this.#kernel.count(set.byteOffset, this.#bytes);
  }
}
