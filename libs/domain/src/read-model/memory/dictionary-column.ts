import { bytesAt, type TextArena, type TextColumn, type TextSpan } from './text-arena.js';

/** Texts by number of which many are equal, as plain data: each distinct text is stored once. */
export interface DictionaryColumn {
  /** The index into `texts` for each number. */
  readonly indexes: Uint32Array;
  readonly texts: TextColumn;
}

/** Returns the column of the texts at `spans`, in order. Equal texts must have been interned. */
export function dictionaryColumn(spans: readonly TextSpan[], arena: TextArena): DictionaryColumn {
  const known = new Map<TextSpan, number>();
  const indexes = new Uint32Array(spans.length);
  spans.forEach((span, i) => {
    const index = known.get(span) ?? known.size;
    known.set(span, index);
    indexes[i] = index;
  });
  return { indexes, texts: arena.column([...known.keys()]) };
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
