import type { Position } from '@care-atlas/domain/rules';
import type { Columns } from './columns.js';
import { RowFault } from './row-fault.js';

const SHOWN_CHARACTERS = 60;
const DECIMAL = /^-?\d{1,3}(\.\d+)?$/;
const LIST_SEPARATOR = /[|;]/;

/**
 * Where Canada lies. Narrower than the globe on purpose: latitude and longitude that were exchanged, and a
 * longitude that lost its sign, are refused.
 */
const CANADA = {
  lat: { from: 41, to: 84, is: 'a latitude in Canada' },
  lng: { from: -142, to: -52, is: 'a longitude in Canada' },
} as const;

const YES_NO: Readonly<Record<string, boolean>> = {
  yes: true,
  true: true,
  y: true,
  '1': true,
  no: false,
  false: false,
  n: false,
  '0': false,
};

/** One row of a source. Its methods read a value, or refuse it with a sentence for whoever mends the row. */
export class InputRow {
  constructor(
    /** Where the row begins in its file, from 1: its line, or its place among the features of GeoJSON. */
    readonly line: number,
    private readonly columns: Columns,
    /** Without blanks around them. */
    readonly cells: readonly string[],
    /** The row as its form has it, to be written again when it is rejected. */
    readonly original?: unknown,
    /** Why it cannot even be taken apart; its cells are those that are certain all the same. */
    readonly fault?: RowFault,
    /** Whether other rows may be hidden in it, such as after a line end that is not one of the file's. */
    readonly mayHideRows = false,
  ) {}

  /** The value without blanks around it; empty where the source has none. */
  text(column: string): string {
    return this.cells[this.columns.position(column)] ?? '';
  }

  /** The first of several columns that holds something; the first of them when none does. */
  filled(...columns: readonly [string, ...string[]]): string {
    return columns.find((column) => this.text(column) !== '') ?? columns[0];
  }

  /** @throws RowFault when the value is empty */
  required(column: string): string {
    return this.text(column) || this.refuse(column, 'filled in');
  }

  /**
   * @param accepted what the value must be, to follow "must be"
   * @throws RowFault when the value is something else
   */
  matching(column: string, pattern: RegExp, accepted: string): string {
    const value = this.text(column);
    return pattern.test(value) ? value : this.refuse(column, accepted);
  }

  /** @throws RowFault when the value is none of the words */
  oneOf<const Word extends string>(column: string, words: readonly Word[]): Word {
    const value = this.text(column).toLowerCase();
    const word = words.find((candidate) => candidate.toLowerCase() === value);
    return word ?? this.refuse(column, `one of: ${words.join('; ')}`);
  }

  /** The values of a list, which "|" or ";" separates. */
  list(column: string): readonly string[] {
    const value = this.text(column);
    if (value === '') return [];
    return value
      .split(LIST_SEPARATOR)
      .map((item) => item.trim())
      .filter((item) => item !== '');
  }

  /** Yes or no; null when the source does not say. */
  yesNo(column: string): boolean | null {
    const value = this.text(column).toLowerCase();
    if (value === '') return null;
    return YES_NO[value] ?? this.refuse(column, 'yes or no, or empty');
  }

  /** A whole number within bounds. */
  wholeNumber(column: string, from: number, to: number): number {
    const value = this.text(column);
    const number = /^\d{1,9}$/.test(value) ? Number(value) : NaN;
    return number >= from && number <= to
      ? number
      : this.refuse(column, `a whole number from ${from} to ${to}`);
  }

  /**
   * The position in two columns, decimal degrees; undefined when both are empty.
   * @throws RowFault when only one is there, or it does not lie in Canada
   */
  position(lat = 'lat', lng = 'lng'): Position | undefined {
    if (this.text(lat) === '' && this.text(lng) === '') return undefined;
    return { lat: this.#degrees(lat, CANADA.lat), lng: this.#degrees(lng, CANADA.lng) };
  }

  #degrees(column: string, { from, to, is }: { from: number; to: number; is: string }): number {
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
    throw new RowFault(column, value, `${column} ${found}, but must be ${accepted}.`);
  }
}
