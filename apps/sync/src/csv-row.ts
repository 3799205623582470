import type { Position } from '@care-atlas/domain/geo';
import { UnusableInput } from './unusable-input.js';

const SHOWN_CHARACTERS = 60;
const DECIMAL = /^-?\d{1,3}(\.\d+)?$/;

/**
 * Where Canada lies. Narrower than the globe on purpose: latitude and longitude that were exchanged, and a
 * longitude that lost its sign, are refused.
 */
const CANADA = {
  lat: { from: 41, to: 84, is: 'a latitude in Canada' },
  lng: { from: -142, to: -52, is: 'a longitude in Canada' },
} as const;

/** One row of a source. Its methods read a value, or refuse it with a sentence that says where it stands. */
export class CsvRow {
  constructor(
    private readonly path: string,
    /** The line of the file on which the row begins, from 1. */
    readonly line: number,
    private readonly columns: ReadonlyMap<string, number>,
    private readonly cells: readonly string[],
  ) {}

  /** The value without blanks around it; empty where the source has none. */
  text(column: string): string {
    const index = this.columns.get(column);
    if (index === undefined) throw new Error(`The column ${column} is read, but was not asked for.`);
    return this.cells[index]!;
  }

  /** @throws UnusableInput when the value is empty */
  required(column: string): string {
    return this.text(column) || this.refuse(column, 'filled in');
  }

  /**
   * @param accepted what the value must be, to follow "must be"
   * @throws UnusableInput when the value is something else
   */
  matching(column: string, pattern: RegExp, accepted: string): string {
    const value = this.text(column);
    return pattern.test(value) ? value : this.refuse(column, accepted);
  }

  /** @throws UnusableInput when the value is none of the words */
  oneOf<const Word extends string>(column: string, words: readonly Word[]): Word {
    const value = this.text(column);
    const word = words.find((candidate) => candidate === value);
    return word ?? this.refuse(column, `one of: ${words.join('; ')}`);
  }

  /**
   * The position in the columns `lat` and `lng`, decimal degrees; undefined when both are empty.
   * @throws UnusableInput when only one is there, or it does not lie in Canada
   */
  position(): Position | undefined {
    if (!this.text('lat') && !this.text('lng')) return undefined;
    return this.requiredPosition();
  }

  /** @throws UnusableInput when there is no position, or it does not lie in Canada */
  requiredPosition(): Position {
    return { lat: this.#degrees('lat'), lng: this.#degrees('lng') };
  }

  #degrees(column: 'lat' | 'lng'): number {
    const { from, to, is } = CANADA[column];
    const value = this.text(column);
    const degrees = DECIMAL.test(value) ? Number(value) : NaN;
    if (degrees >= from && degrees <= to) return degrees;
    return this.refuse(column, `${is} in decimal degrees with a point, from ${from} to ${to}`);
  }

  /** Refuses a value; `accepted` says what it must be, to follow "must be". */
  refuse(column: string, accepted: string): never {
    const value = this.text(column);
    const shown = value.length > SHOWN_CHARACTERS ? `${value.slice(0, SHOWN_CHARACTERS)}…` : value;
    const found = value === '' ? 'is empty' : `is ${JSON.stringify(shown)}`;
    throw new UnusableInput(`${this.path}, line ${this.line}: ${column} ${found}, but must be ${accepted}.`);
  }
}
