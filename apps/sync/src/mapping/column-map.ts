import type { CoordinateSystem } from '../formats/features/coordinate-systems.js';
import { columnKey } from '../rows/columns.js';
import type { RowShape } from '../rows/row-shape.js';
import type { DateReader } from '../values/dates/date-pattern.js';

/** How a map reads one column of a file. A column may have several rules. */
export interface ColumnRule {
  /** The column's name in the file. */
  readonly column: string;
  /** The column of the source that it becomes. */
  readonly field: string;
  /** The line of the map. */
  readonly line: number;
  /** Whether the file may lack the column. */
  readonly optional: boolean;
  /** What is taken out of a value. */
  readonly strip?: RegExp | undefined;
  /** Which part of a value counts, from 1, or from -1 at its end. */
  readonly split?: { readonly at: string; readonly part: number } | undefined;
  /** What separates the items of a list. */
  readonly separator?: string | undefined;
  /** What stands for each value, by its folded form; `*` for all others. */
  readonly values?: ReadonlyMap<string, string> | undefined;
  readonly dates?: { readonly format: string; readonly read: DateReader } | undefined;
  /** Returns the degrees of a coordinate of another system. */
  readonly degrees?: CoordinateSystem['lat'] | undefined;
  /** Text to put before a value, such as the name of the source before its ids. */
  readonly prefix: string;
}

/** An id that is made of columns of the file, because the file has none. */
export interface MadeId {
  readonly columns: readonly string[];
  readonly prefix: string;
  /** The line of the map. */
  readonly line: number;
}

/** The field that a map can make. */
export const ID_FIELD = 'id';

/** How the columns of a file become those of a source. Columns that it does not mention keep their meaning. */
export class ColumnMap {
  constructor(
    /** The name of the profile, or the path of the map. */
    readonly name: string,
    readonly rules: readonly ColumnRule[],
    /** Columns of the file that are left out on purpose. */
    readonly ignored: readonly string[],
    /** Values that mean an empty value. */
    readonly empty: ReadonlySet<string>,
    /** The text between the values of several columns of one field; without it, the first value is used. */
    readonly joins: ReadonlyMap<string, string>,
    /** The values of fields where the columns of the file have none. */
    readonly constants: ReadonlyMap<string, string>,
    readonly id: MadeId | undefined,
    /** The rules of each column as the map states them. */
    readonly stated: ReadonlyMap<string, unknown>,
    /** As it was written. */
    readonly text: string,
  ) {}

  /** Returns the rules of a field in their order. */
  rulesOf(field: string): readonly ColumnRule[] {
    return this.rules.filter((rule) => rule.field === field);
  }

  /** Returns the fields that a column of the file becomes; undefined when the map does not mention it. */
  fieldsOf(column: string): readonly string[] | undefined {
    const made = this.id?.columns.includes(column) ? [ID_FIELD] : [];
    const fields = this.rules.filter((rule) => rule.column === column).map(({ field }) => field);
    if (fields.length + made.length > 0) return [...fields, ...made];
    return this.ignored.includes(column) ? [] : undefined;
  }

  /** Returns the columns of a source that the file names as the source does, because no rule speaks of them. */
  unmapped(fields: readonly string[]): readonly string[] {
    const taken = new Set([...this.rules.map(({ column }) => column), ...this.ignored].map(columnKey));
    const isMade = (field: string) => field === ID_FIELD && this.id !== undefined;
    return fields.filter(
      (field) => !taken.has(columnKey(field)) && this.rulesOf(field).length === 0 && !isMade(field),
    );
  }

  /** Returns the columns that a file for this source has with this map. */
  shapeOf({ columns, needs }: RowShape): RowShape {
    const others = this.unmapped(Object.keys(columns));
    const made = this.id?.columns ?? [];
    const names = [...this.rules.map(({ column }) => column), ...made, ...this.ignored, ...others];
    const inFile = (field: string) => {
      if (field === ID_FIELD && made.length > 0) return made;
      return others.includes(field) ? [field] : this.rulesOf(field).map(({ column }) => column);
    };
    return {
      columns: Object.fromEntries(names.map((name) => [name, ''])),
      needs: needs
        .filter((group) => !group.some((field) => this.constants.has(field)))
        .map((group) => {
          const wanted = group.flatMap(inFile);
          return wanted.length > 0 ? wanted : group;
        }),
    };
  }
}
