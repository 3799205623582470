import { columnKey } from '../rows/columns.js';
import type { RowShape } from '../rows/row-shape.js';
import type { DateReader } from '../values/dates/date-pattern.js';

/** How a map reads one column of a file. */
export interface ColumnRule {
  /** The column's name in the file. */
  readonly column: string;
  /** The column of the source that it becomes. */
  readonly field: string;
  /** The line of the map. */
  readonly line: number;
  /** Whether the file may lack the column. */
  readonly optional: boolean;
  /** What separates the items of a list. */
  readonly separator?: string | undefined;
  /** What stands for each value, by its folded form; `*` for all others. */
  readonly values?: ReadonlyMap<string, string> | undefined;
  readonly dates?: { readonly format: string; readonly read: DateReader } | undefined;
  /** Text to put before a value, such as the name of the source before its ids. */
  readonly prefix: string;
  /** The rule as the map states it. */
  readonly stated: unknown;
}

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
  ) {}

  /** Returns the rules of a field in their order. */
  rulesOf(field: string): readonly ColumnRule[] {
    return this.rules.filter((rule) => rule.field === field);
  }

  /** Returns the columns of a source that the file names as the source does, because no rule speaks of them. */
  unmapped(fields: readonly string[]): readonly string[] {
    const taken = new Set([...this.rules.map(({ column }) => column), ...this.ignored].map(columnKey));
    return fields.filter((field) => !taken.has(columnKey(field)) && this.rulesOf(field).length === 0);
  }

  /** Returns the columns that a file for this source has with this map. */
  shapeOf({ columns, needs }: RowShape): RowShape {
    const others = this.unmapped(Object.keys(columns));
    const names = [...this.rules.map(({ column }) => column), ...this.ignored, ...others];
    const inFile = (field: string) =>
      others.includes(field) ? [field] : this.rulesOf(field).map(({ column }) => column);
    return {
      columns: Object.fromEntries(names.map((name) => [name, ''])),
      needs: needs.map((group) => {
        const wanted = group.flatMap(inFile);
        return wanted.length > 0 ? wanted : group;
      }),
    };
  }
}
