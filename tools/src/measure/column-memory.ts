import type { ReadModelColumns } from '@care-atlas/domain/read-model';

/** What one column of a read model takes, in bytes. */
export interface ColumnMemory {
  /** Its place in the columns, e.g. `doctors.heads.text`. */
  readonly column: string;
  readonly bytes: number;
}

/** Where the memory of a read model goes, the largest column first. What several share counts for the first. */
export function columnMemory(columns: ReadModelColumns): readonly ColumnMemory[] {
  return [...new Measure().of('', columns)].toSorted((a, b) => b.bytes - a.bytes);
}

type TextColumn = ReadModelColumns['doctors']['heads'];
const BLOCK_BITS = 20;

class Measure {
  readonly #counted = new Set<object>();
  /** Which bytes of a block of texts are counted already: texts may stand within others. */
  readonly #covered = new Map<Uint8Array, Uint8Array>();

  *of(path: string, data: unknown): Generator<ColumnMemory> {
    if (typeof data !== 'object' || data === null || this.#counted.has(data)) return;
    this.#counted.add(data);
    if (ArrayBuffer.isView(data)) return yield { column: path, bytes: data.byteLength };
    if (data instanceof Map) return yield { column: path, bytes: mapBytes(data) };
    if (isTexts(data)) {
      yield { column: `${path}.text`, bytes: this.#textBytes(data) };
      yield { column: `${path}.places`, bytes: data.positions.byteLength + data.lengths.byteLength };
      return;
    }
    for (const [name, value] of Object.entries(data)) yield* this.of(path ? `${path}.${name}` : name, value);
  }

  #textBytes({ blocks, positions, lengths }: TextColumn): number {
    let bytes = 0;
    positions.forEach((position, i) => {
      const block = blocks[position >>> BLOCK_BITS]!;
      const covered = this.#covered.get(block) ?? new Uint8Array(block.length);
      this.#covered.set(block, covered);
      const start = position & ((1 << BLOCK_BITS) - 1);
      for (let at = start; at < start + lengths[i]!; at++) {
        bytes += 1 - covered[at]!;
        covered[at] = 1;
      }
    });
    return bytes;
  }
}

function isTexts(data: object): data is TextColumn {
  return 'blocks' in data && 'positions' in data;
}

function mapBytes(data: ReadonlyMap<unknown, unknown>): number {
  const values = [...data.values()].filter((value) => ArrayBuffer.isView(value));
  return values.reduce((sum, value) => sum + value.byteLength, 0);
}
