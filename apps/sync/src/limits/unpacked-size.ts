import { UnusableInput } from '../rows/unusable-input.js';
import { limitText, type ReadLimits } from './read-limits.js';

/** A file that unpacks to less is harmless, and a small table of empty cells may unpack to a thousand times its size. */
const HARMLESS_BYTES = 20_000_000;

/** Counts what a compressed file unpacks to, part by part. A part that is read again counts once. */
export class UnpackedSize {
  readonly #parts = new Map<string | number, number>();
  #total = 0;

  /** @param packed the size of the file, in bytes */
  constructor(
    private readonly displayName: string,
    private readonly packed: number,
    private readonly limits: ReadLimits,
  ) {}

  /**
   * Admits a part, or more of it.
   * @param size what it unpacks to, or has unpacked to so far, in bytes
   * @throws UnusableInput when the file unpacks to more than the limits allow
   */
  admit(part: string | number, size: number): void {
    const before = this.#parts.get(part) ?? 0;
    if (size <= before) return;
    this.#parts.set(part, size);
    this.#total += size - before;
    if (this.#total > this.limits.unpacked) this.#refuse('unpacked');
    if (this.#total > Math.max(HARMLESS_BYTES, this.limits.ratio * this.packed)) this.#refuse('ratio');
  }

  #refuse(limit: 'unpacked' | 'ratio'): never {
    throw new UnusableInput(
      `${this.displayName} unpacks to more than ${limitText(this.limits, limit)}: split the file, or, if its size is right, ` +
        'import it by command with a higher limit.',
    );
  }
}

/** Passes on what a file unpacks to, and refuses it while it is unpacked when it is too much. */
export async function* withinSize(chunks: AsyncIterable<Buffer>, size: UnpackedSize): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    size.admit('', bytes);
    yield chunk;
  }
}
