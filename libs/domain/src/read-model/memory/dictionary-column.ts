import type { TextArena, TextColumn, TextSpan } from './text-arena.js';

/**
 * A column of texts with many repetitions, dictionary-encoded as plain data: each distinct text is stored once, and each
 * row has its index in one, two or four bytes.
 *
 *     rows      Tamil, French, Tamil, Tamil
 *     indexes   0      1       0      0
 *     texts     Tamil  French
 */
export interface DictionaryColumn {
  readonly indexes: Uint8Array | Uint16Array | Uint32Array;
  readonly texts: TextColumn;
}

/** @param spans the text of each row; equal texts must have been interned, so that they share one span object */
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
