import type { NoteKind } from '@care-atlas/data/sync';
import type { Position } from '@care-atlas/domain/rules';
import { decimalText } from '@care-atlas/domain/text';
import { BROKEN_TEXT, cleanText, shortened } from './clean-text.js';
import type { RowColumns } from './columns.js';
import { identityNumberIn, maskText } from './identity-number.js';
import { RowFault } from './row-fault.js';
import { isUnknownWord } from './unknown-words.js';

/** Of a list without some of its items. */
export const REST_IS_USED = 'The rest of the list is used.';
const SHOWN_CHARACTERS = 60;
/** More than the longest honest name, address or word. */
const MAX_CHARACTERS = 500;
/** Columns with longer values. */
const LONGEST: Readonly<Record<string, number>> = {
  text: 10_000,
  specialties: 2000,
  languages: 2000,
  website: 2000,
  'contact:website': 2000,
  url: 2000,
  booking_online: 2000,
  class: 2000,
  restrictions: 10_000,
  terms: 10_000,
  conditions: 10_000,
  limitations: 10_000,
};
/** The column whose lines are kept. */
const MULTILINE = 'text';
/** What a key may not have: control characters, lone surrogates, and marks that turn the text around them. */
const NOT_IN_KEYS = /[^\P{Cc}\t\n\r]|[\p{Cs}\u202A-\u202E\u2066-\u2069]/u;
const DECIMAL = /^-?\d{1,3}(\.\d+)?$/;
const LIST_SEPARATOR = /[|;\r\n]/;

/** The bounds of Canada. They reject coordinates that were swapped, and a longitude that lost its sign. */
const CANADA = {
  lat: { from: 41, to: 84, noun: 'a latitude in Canada' },
  lng: { from: -142, to: -52, noun: 'a longitude in Canada' },
} as const;

/** More than any degrees: meters. */
const MOST_DEGREES = 180;
const IN_METERS =
  'in degrees (WGS 84), and not in meters as in a projection: name the coordinate system in the file, or in a map as `crs: EPSG:3857`, ' +
  'or convert the file, e.g. with `ogr2ogr -t_srs EPSG:4326`';

/** In English and French. */
export const YES_NO: Readonly<Record<string, boolean>> = {
  yes: true,
  oui: true,
  vrai: true,
  o: true,
  true: true,
  y: true,
  '1': true,
  no: false,
  non: false,
  faux: false,
  false: false,
  n: false,
  '0': false,
};

/** One row of a source. Its methods read a value, or throw a RowFault that says what is accepted. */
export class InputRow {
  /** Why the row is rejected: what is wrong with the values without which it says nothing. */
  readonly faults: RowFault[] = [];
  /** What is wrong with the values that are left out. */
  readonly notes: RowFault[] = [];
  /** The fields that keep their stored values. */
  readonly kept: string[] = [];

  constructor(
    /** Where the row begins in its file, from 1: its line, or the number of its GeoJSON feature. */
    readonly line: number,
    readonly columns: RowColumns,
    /** The values, trimmed. */
    readonly cells: readonly string[],
    /** The row in its format, to be written to the rejects file. */
    readonly original?: unknown,
    /** Why the row cannot be parsed. Its cells are those that are certain all the same. */
    readonly fault?: RowFault,
    /** Whether it may contain other rows, e.g. after a line end of another kind. */
    readonly mayHideRows = false,
  ) {}

  /**
   * Returns free text, without invisible characters; empty where the source has none, or a word for what is not known.
   * @throws RowFault when it is too long, has characters that no text has, or contains a number that identifies a person
   */
  text(column: string): string {
    const value = this.formatted(column);
    const kind = identityNumberIn(value);
    return kind ? this.reject(column, `text without a ${kind}`) : value;
  }

  /** Returns a value that has a form, such as a telephone number, in the same way, whatever numbers it contains. */
  formatted(column: string): string {
    const value = cleanText(this.value(column), column === MULTILINE);
    return isUnknownWord(value, column) ? '' : this.#checked(column, value, BROKEN_TEXT);
  }

  /** Returns a key of any form exactly as it is: two that look the same may be two. A word for what is not known is none. */
  key(column: string): string {
    const value = this.value(column);
    return isUnknownWord(value.trim(), column) ? '' : this.#checked(column, value, NOT_IN_KEYS);
  }

  /** Returns a value as it may be shown and stored, good or bad: without numbers that identify a person. */
  masked(column: string): string {
    return maskText(this.raw(column), column);
  }

  #checked(column: string, value: string, forbidden: RegExp): string {
    const longest = LONGEST[column] ?? MAX_CHARACTERS;
    if (value.length > longest) this.reject(column, `at most ${longest} characters long`);
    if (forbidden.test(value)) this.reject(column, 'text without control characters');
    return value;
  }

  /** Returns whether the source has a value, good or bad. A word for what is not known is none, unless a map reads it. */
  has(column: string): boolean {
    const text = cleanText(this.raw(column));
    return text !== '' && !(isUnknownWord(text, column) && this.isPlain(column));
  }

  /** Returns whether the source says in a word that a value is not known. */
  saysUnknown(column: string): boolean {
    return isUnknownWord(cleanText(this.cells[this.columns.position(column)] ?? ''), column);
  }

  /** Returns the value as the source has it. */
  protected raw(column: string): string {
    return this.cells[this.columns.position(column)] ?? '';
  }

  /** Returns the value that is read. @throws RowFault when it cannot be */
  protected value(column: string): string {
    return this.raw(column);
  }

  /** Returns the name of a column in messages. */
  protected label(column: string): string {
    return column;
  }

  /** Returns the first of several columns with a value, or the first column when none has one. */
  filled<const Column extends string>(...columns: readonly [Column, ...Column[]]): Column {
    return columns.find((column) => this.has(column)) ?? columns[0];
  }

  /** Returns a value that must not be empty. @throws RowFault when it is */
  required(column: string): string {
    return this.text(column) || this.reject(column, 'filled in');
  }

  /**
   * Returns a value that must match a pattern.
   * @param accepted what the value must be, to follow "must be"
   * @throws RowFault when it does not match
   */
  matching(column: string, pattern: RegExp, accepted: string): string {
    const value = this.formatted(column);
    return pattern.test(value) ? value : this.reject(column, accepted);
  }

  /** Returns the word that a value is, in any case. @throws RowFault when it is none of the words */
  oneOf<const Word extends string>(column: string, words: readonly Word[]): Word {
    const value = this.formatted(column).toLowerCase();
    const word = words.find((candidate) => candidate.toLowerCase() === value);
    return word ?? this.reject(column, `one of: ${words.join('; ')}`);
  }

  /** Returns the values of a list separated by "|", ";" or the ends of lines, without words for what is not known. */
  list(column: string): readonly string[] {
    if (this.text(column) === '') return [];
    return this.value(column)
      .split(LIST_SEPARATOR)
      .map((item) => cleanText(item).trim())
      .filter((item) => item !== '' && !isUnknownWord(item));
  }

  /** Returns whether a value is yes or no; null when it is empty. */
  yesNo(column: string): boolean | null {
    const value = this.formatted(column).toLowerCase();
    if (value === '') return null;
    return YES_NO[value] ?? this.reject(column, 'yes or no, or empty');
  }

  /** Returns a whole number within bounds. */
  wholeNumber(column: string, from: number, to: number): number {
    const value = this.formatted(column);
    const number = /^\d{1,9}$/.test(value) ? Number(value) : NaN;
    return number >= from && number <= to
      ? number
      : this.reject(column, `a whole number from ${from} to ${to}`);
  }

  /**
   * Returns the position in two columns, decimal degrees; undefined when both are empty.
   * @throws RowFault when only one is filled in, or the position is not in Canada
   */
  position(lat = 'lat', lng = 'lng'): Position | undefined {
    if (!this.has(lat) && !this.has(lng)) return undefined;
    return { lat: this.#degrees(lat, CANADA.lat), lng: this.#degrees(lng, CANADA.lng) };
  }

  #degrees(column: string, { from, to, noun }: (typeof CANADA)[keyof typeof CANADA]): number {
    const value = this.formatted(column);
    const digits = decimalText(value) ?? value;
    const degrees = DECIMAL.test(digits) ? Number(digits) : NaN;
    if (degrees >= from && degrees <= to) return degrees;
    if (Math.abs(Number(digits)) > MOST_DEGREES) return this.reject(column, IN_METERS);
    return this.reject(column, `${noun} in decimal degrees with a point, from ${from} to ${to}`);
  }

  /**
   * Reads a value. A bad value is doubtful: the record then has the fallback instead of its earlier value.
   * @param consequence what is stored then, to end the reason
   */
  doubtful<Value>(fallback: Value, read: () => Value, consequence: string): Value {
    try {
      return read();
    } catch (fault) {
      if (!(fault instanceof RowFault)) throw fault;
      const { column, value, kind, suggestions } = fault;
      const reason = `${fault.reason.replace(/\.$/, '')}; ${consequence}.`;
      this.notes.push(new RowFault(column, value, reason, kind, true, suggestions));
      return fallback;
    }
  }

  /** Reads a value without which the row is rejected, after everything else that is wrong with it was found. */
  essential<Value>(placeholder: Value, read: () => Value): Value {
    return this.#read(placeholder, read, this.faults);
  }

  /**
   * Reads a value that is left out when it is bad: the record keeps what it has.
   * @param name the field
   * @param fallback the value of a new record
   * @param kept receives the name of a field with a bad value
   */
  field<Value>(name: string, fallback: Value, read: () => Value, kept: string[] = this.kept): Value {
    return this.#read(fallback, read, this.notes, () => kept.push(name));
  }

  /**
   * Notes a value that is doubtful: it is stored as not known, whatever the record had.
   * @param accepted what it must be, to follow "must be"
   * @param suggestions what the cell may have been meant to say
   */
  doubt(column: string, accepted: string, suggestions: readonly string[] = []): void {
    this.notes.push(this.#faultOf(column, accepted, 'field', true, suggestions));
  }

  /**
   * Notes one item of a list that is left out, while the others are used.
   * @param accepted what it must be, to follow "must be"
   * @param suggestions what the cell may have been meant to say
   */
  leaveOut(column: string, item: string, accepted: string, suggestions: readonly string[] = []): void {
    const label = this.label(column);
    const value = maskText(item, column);
    const reason = `${label} has ${shown(value)}, but must be ${accepted}. ${REST_IS_USED}`;
    if (this.notes.some((note) => note.reason === reason)) return;
    this.notes.push(new RowFault(label, value, reason, 'field', true, this.#offered(column, suggestions)));
  }

  /** Returns the values of a column that were noted as doubtful or left out of a list. */
  doubtfulValues(column: string): readonly string[] {
    if (this.notes.length === 0) return [];
    const label = this.label(column);
    return this.notes.filter((note) => note.isRead && note.column === label).map(({ value }) => value);
  }

  #read<Value>(otherwise: Value, read: () => Value, faults: RowFault[], onFault?: () => void): Value {
    try {
      return read();
    } catch (fault) {
      if (!(fault instanceof RowFault)) throw fault;
      faults.push(fault);
      onFault?.();
      return otherwise;
    }
  }

  /**
   * Throws a RowFault for a value.
   * @param accepted what it must be, to follow "must be"
   * @param kind the kind of the note when only the value is left out
   * @param suggestions what the cell may have been meant to say
   */
  reject(column: string, accepted: string, kind?: NoteKind, suggestions: readonly string[] = []): never {
    throw this.#faultOf(column, accepted, kind, false, suggestions);
  }

  /** Returns whether a cell of the file is read as the value of a column without a change. */
  protected isPlain(_column: string): boolean {
    return true;
  }

  /** Suggestions are texts for the cell: where a map changes what it says, there are none. */
  #offered(column: string, suggestions: readonly string[]): readonly string[] {
    return this.isPlain(column)
      ? suggestions.filter((suggestion) => maskText(suggestion, column) === suggestion)
      : [];
  }

  #faultOf(
    column: string,
    accepted: string,
    kind: NoteKind | undefined,
    isRead: boolean,
    suggestions: readonly string[],
  ): RowFault {
    const value = this.masked(column);
    const label = this.label(column);
    const found = value === '' ? 'is empty' : `is ${shown(value)}`;
    const reason = `${label} ${found}, but must be ${accepted}.`;
    return new RowFault(label, value, reason, kind, isRead, this.#offered(column, suggestions));
  }
}

function shown(value: string): string {
  return JSON.stringify(shortened(value, SHOWN_CHARACTERS));
}
