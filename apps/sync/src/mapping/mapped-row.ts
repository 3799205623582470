import { basename } from 'node:path';
import { decimalText, fold, nearestWord } from '@care-atlas/domain/text';
import type { RowColumns, UnknownColumn } from '../rows/columns.js';
import { maskText } from '../rows/identity-number.js';
import { InputRow } from '../rows/input-row.js';
import type { RowShape } from '../rows/row-shape.js';
import { isUnknownWord } from '../rows/unknown-words.js';
import { type ColumnMap, type ColumnRule, ID_FIELD } from './column-map.js';

/** Dates that every source reads. */
const ISO_DATE = /^\d{4}(-\d{2}){0,2}$/;
/** About ten centimeters. */
const POSITION_DIGITS = 6;
/** Between the columns of which an id is made. */
const ID_JOIN = '/';

/** Where a field comes from: a column of the file, and the rule that reads it, if any. */
interface Part {
  readonly column: string;
  readonly position: number;
  readonly rule: ColumnRule | undefined;
}

/** The columns of a source, read from a file that has other ones. */
export class MappedColumns implements RowColumns {
  readonly #parts = new Map<string, readonly Part[]>();

  /** @param inner the columns of the file */
  constructor(
    private readonly inner: RowColumns,
    source: RowShape,
    private readonly map: ColumnMap,
  ) {
    const fields = Object.keys(source.columns);
    for (const field of fields) {
      const parts = map.rulesOf(field).map((rule) => this.#partOf(rule.column, rule));
      this.#parts.set(field, parts);
    }
    for (const field of map.unmapped(fields)) this.#parts.set(field, [this.#partOf(field)]);
    if (map.id)
      this.#parts.set(
        ID_FIELD,
        map.id.columns.map((column) => this.#partOf(column)),
      );
  }

  #partOf(column: string, rule?: ColumnRule): Part {
    return { column, position: this.inner.position(column), rule };
  }

  get isHeader(): boolean {
    return this.inner.isHeader;
  }

  get unknown(): readonly UnknownColumn[] {
    return this.inner.unknown;
  }

  isAbsent(field: string): boolean {
    if (this.map.constants.has(field)) return false;
    return this.parts(field).every(({ column }) => this.inner.isAbsent(column));
  }

  /** Returns whether the file lacks a column, by its name in the file. */
  lacks(column: string): boolean {
    return this.inner.isAbsent(column);
  }

  /** Returns the most similar column of the file that the map does not mention. */
  nearest(column: string): string | undefined {
    return nearestWord(
      column,
      this.inner.unknown.map(({ column: other }) => other),
    );
  }

  position(field: string): number {
    return this.parts(field)[0]?.position ?? -1;
  }

  /** @throws when the source does not define the field */
  parts(field: string): readonly Part[] {
    const parts = this.#parts.get(field);
    if (!parts) throw new Error(`The column ${field} is read, but its source does not define it.`);
    return parts;
  }
}

/** A row of a file whose columns a map gives to the fields of a source. Messages name the columns of the file. */
export class MappedRow extends InputRow {
  constructor(
    row: InputRow,
    override readonly columns: MappedColumns,
    private readonly map: ColumnMap,
  ) {
    super(row.line, columns, row.cells, row.original, row.fault, row.mayHideRows);
  }

  protected override raw(field: string): string {
    return this.#joined(
      field,
      this.#filled(field).map(({ text }) => text),
    );
  }

  protected override value(field: string): string {
    const read = ({ rule, text }: { rule: ColumnRule | undefined; text: string }) =>
      rule ? this.#read(rule, text) : text;
    return this.#joined(field, this.#filled(field).map(read));
  }

  /** A made id has the text of other columns: it can be masked, because the row is corrected by those. */
  override masked(field: string): string {
    return this.#isMade(field) ? maskText(this.raw(field)) : super.masked(field);
  }

  /** Returns an id that stays the same when its columns are only written in another way. */
  #madeId(texts: readonly string[]): string {
    const { prefix } = this.map.id!;
    return texts.length === 0 ? '' : prefix + texts.map((text) => fold(text.trim())).join(ID_JOIN);
  }

  protected override label(field: string): string {
    const [first] = this.#filled(field);
    return first?.column ?? this.columns.parts(field)[0]?.column ?? field;
  }

  protected override isPlain(field: string): boolean {
    const [part, ...others] = this.#filled(field);
    return part !== undefined && others.length === 0 && (part.rule === undefined || isPlainRule(part.rule));
  }

  /** Returns the parts of a field that this row has, or the first of them when they are not joined. */
  #filled(field: string): readonly (Part & { readonly text: string })[] {
    const isJoined = this.map.joins.has(field) || this.#isMade(field);
    // A column of several that are joined to a name has a part of it.
    const column = isJoined && field === 'name' ? 'last_name' : field;
    const parts = this.columns
      .parts(field)
      .map((part) => ({ ...part, text: this.cells[part.position] ?? '' }))
      .filter(({ text, rule }) => text !== '' && !this.map.empty.has(text) && !isUnread(text, rule, column));
    return isJoined ? parts : parts.slice(0, 1);
  }

  #isMade(field: string): boolean {
    return field === ID_FIELD && this.map.id !== undefined;
  }

  #joined(field: string, texts: readonly string[]): string {
    if (this.#isMade(field)) return this.#madeId(texts);
    const text = texts.filter((each) => each !== '').join(this.map.joins.get(field) ?? '');
    return text || (this.map.constants.get(field) ?? '');
  }

  #read(rule: ColumnRule, whole: string): string {
    const text = partOf(rule, whole);
    if (text === '') return '';
    if (rule.separator === undefined) {
      const read = this.#itemOf(rule, text);
      return typeof read === 'string' ? read : this.reject(rule.field, read.accepted);
    }
    const items = text
      .split(rule.separator)
      .map((item) => item.trim())
      .filter((item) => item !== '' && !isUnread(item, rule));
    const read = items.map((item) => this.#itemOf(rule, item));
    const known = read.filter((item) => typeof item === 'string');
    for (const [index, item] of read.entries()) {
      if (typeof item === 'string') continue;
      if (known.length === 0) this.reject(rule.field, item.accepted);
      this.leaveOut(rule.field, items[index]!, item.accepted);
    }
    return known.filter((item) => item !== '').join('|');
  }

  /** Returns what an item is read as, or what it must be. */
  #itemOf(
    { values, dates, degrees, prefix, line }: ColumnRule,
    item: string,
  ): string | { readonly accepted: string } {
    const word = values ? (values.get(fold(item)) ?? values.get('*')) : item;
    if (word === undefined)
      return {
        accepted: `a value of ${basename(this.map.name)}, line ${line}: ${[...values!.keys()].join('; ')}`,
      };
    if (degrees) return word === '' ? '' : degreesOf(word, degrees);
    const value = dates && word !== '' && !ISO_DATE.test(word) ? dates.read(word) : word;
    if (value === undefined) return { accepted: `a date such as ${dates!.format}` };
    return value === '' ? '' : prefix + value;
  }
}

/** Returns whether a text is a word for what is not known, to which a rule gives no meaning. */
function isUnread(text: string, rule: ColumnRule | undefined, column?: string): boolean {
  return isUnknownWord(text.trim(), column) && !rule?.values?.has(fold(text)) && !rule?.values?.has('*');
}

/** Returns whether a rule only names the field. */
function isPlainRule({ strip, split, separator, values, dates, degrees, prefix }: ColumnRule): boolean {
  return (
    prefix === '' && [strip, split, separator, values, dates, degrees].every((each) => each === undefined)
  );
}

/** Returns the part of a value that a rule reads. */
function partOf({ strip, split }: ColumnRule, whole: string): string {
  const text = strip ? whole.replace(strip, '').trim() : whole;
  if (!split) return text;
  const parts = text.split(split.at);
  return (parts.at(split.part > 0 ? split.part - 1 : split.part) ?? '').trim();
}

function degreesOf(
  text: string,
  degrees: NonNullable<ColumnRule['degrees']>,
): string | { readonly accepted: string } {
  const number = Number(decimalText(text) ?? NaN);
  return Number.isNaN(number)
    ? { accepted: 'a coordinate in digits' }
    : degrees(number).toFixed(POSITION_DIGITS);
}
