import { type TextArena, type TextColumn, type TextPlace, Texts } from './text-arena.js';

/** Texts by number, of which many are equal, as plain data. */
export interface SharedColumn {
  /** Which of the different texts each is. */
  readonly numbers: Uint32Array;
  readonly texts: TextColumn;
}

/** The texts at some places, in that order; equal ones were added once. */
export function sharedColumn(places: readonly TextPlace[], arena: TextArena): SharedColumn {
  const known = new Map<TextPlace, number>();
  const numbers = new Uint32Array(places.length);
  places.forEach((place, i) => {
    const number = known.get(place) ?? known.size;
    known.set(place, number);
    numbers[i] = number;
  });
  return { numbers, texts: arena.column([...known.keys()]) };
}

/** Reads the texts of a shared column. */
export class SharedTexts {
  readonly #numbers: Uint32Array;
  readonly #texts: FrequentTexts;

  constructor({ numbers, texts }: SharedColumn) {
    this.#numbers = numbers;
    this.#texts = new FrequentTexts(texts);
  }

  bytes(i: number): Uint8Array {
    return this.#texts.bytes(this.#numbers[i]!);
  }
}

/** Few texts that go into many answers: each keeps its view, which takes a third of the time of adding it. */
export class FrequentTexts {
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
