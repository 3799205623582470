import { fold, nearestWord } from '@care-atlas/domain/text';
import { type Document, isMap, isNode, LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';
import {
  type CoordinateSystem,
  coordinateSystem,
  READ_SYSTEMS,
  systemName,
} from '../formats/features/coordinate-systems.js';
import { columnKey } from '../rows/columns.js';
import type { RowShape } from '../rows/row-shape.js';
import { UnusableInput } from '../rows/unusable-input.js';
import { ColumnMap, type ColumnRule, ID_FIELD } from './column-map.js';
import { dateReader } from '../values/dates/date-pattern.js';

const FLAG = z.enum(['true', 'false']).transform((word) => word === 'true');
const RULE = z.strictObject({
  field: z.string(),
  optional: FLAG.optional(),
  strip: z.string().min(1).optional(),
  split: z.string().min(1).optional(),
  part: z
    .string()
    .regex(/^-?[1-9]\d?$/, 'expected the number of a part, such as 1 or -1')
    .transform(Number)
    .optional(),
  crs: z.string().optional(),
  separator: z.string().min(1).optional(),
  values: z.record(z.string(), z.string()).optional(),
  dates: z.string().optional(),
  prefix: z.string().optional(),
});
type RuleText = z.infer<typeof RULE>;
const FIELD_OR_RULE = z.preprocess((rule) => (typeof rule === 'string' ? { field: rule } : rule), RULE);
const MADE_ID = z.strictObject({ columns: z.array(z.string()).min(1), prefix: z.string().optional() });
const MAP = z.strictObject({
  source: z.string().optional(),
  optional: FLAG.optional(),
  empty: z.array(z.string()).optional(),
  join: z.record(z.string(), z.string()).optional(),
  constants: z.record(z.string(), z.string()).optional(),
  id: MADE_ID.optional(),
  columns: z.record(z.string(), z.union([FIELD_OR_RULE, z.array(FIELD_OR_RULE)])),
});
const WORDS = [MAP, RULE, MADE_ID].flatMap(({ shape }) => Object.keys(shape));

type Path = readonly PropertyKey[];

/** The text of one map. */
export class MapText {
  readonly #lines = new LineCounter();
  readonly #document: Document.Parsed;

  /** @param name names the map in messages */
  constructor(
    private readonly name: string,
    private readonly text: string,
  ) {
    // Every value is text: `no`, `1` and `2009-07-01` mean what they say.
    const options = { schema: 'failsafe', lineCounter: this.#lines, prettyErrors: false } as const;
    this.#document = parseDocument(text, options);
  }

  read(source: RowShape & { readonly name: string }): ColumnMap {
    const [error] = this.#document.errors;
    if (error) this.#fail(this.#lines.linePos(error.pos[0]).line, `is not valid YAML: ${error.message}`);
    const { data: map, error: fault } = MAP.safeParse(this.#document.toJS());
    if (!map) return this.#failAt(fault.issues[0]!);
    if (map.source !== undefined && map.source !== source.name)
      this.#fail(this.#lineOf(['source']), `the map is for ${map.source}, not for ${source.name}`);
    const fields = Object.keys(source.columns);
    const [joins, constants] = [map.join, map.constants].map((texts) => new Map(Object.entries(texts ?? {})));
    for (const field of joins!.keys()) this.#requireField(source.name, fields, field, ['join', field]);
    for (const field of constants!.keys())
      this.#requireField(source.name, fields, field, ['constants', field]);
    if (map.id) this.#requireField(source.name, fields, ID_FIELD, [ID_FIELD]);
    const rules: ColumnRule[] = [];
    const ignored: string[] = [];
    const keys = new Set<string>();
    for (const [column, stated] of Object.entries(map.columns)) {
      const line = this.#lineOf(['columns', column]);
      if (keys.has(columnKey(column))) this.#fail(line, `the column "${column}" occurs twice`);
      keys.add(columnKey(column));
      for (const rule of [stated].flat()) {
        if (rule.field === '') ignored.push(column);
        else {
          this.#requireField(source.name, fields, rule.field, ['columns', column, 'field']);
          rules.push(
            this.#ruleOf(column, line, { ...rule, optional: rule.optional ?? map.optional ?? false }),
          );
        }
      }
    }
    // A column is one, however the map spells it in its two places.
    const spelled = (name: string) =>
      Object.keys(map.columns).find((column) => columnKey(column) === columnKey(name)) ?? name;
    const id = map.id && {
      prefix: map.id.prefix ?? '',
      columns: map.id.columns.map(spelled),
      line: this.#lineOf([ID_FIELD]),
    };
    if (id && rules.some(({ field }) => field === ID_FIELD))
      this.#fail(id.line, 'the id is made of columns, so no other column can be the id');
    const { columns } = this.#document.toJS() as { readonly columns: object };
    const asStated = new Map(Object.entries(columns));
    return new ColumnMap(
      this.name,
      rules,
      ignored,
      new Set(map.empty),
      joins!,
      constants!,
      id,
      asStated,
      this.text,
    );
  }

  #ruleOf(column: string, line: number, rule: RuleText & { readonly optional: boolean }): ColumnRule {
    const { field, optional, separator, values, dates: format, prefix = '', split, part, strip, crs } = rule;
    if (part !== undefined && split === undefined)
      this.#fail(line, '"part" needs "split": the text between the parts');
    return {
      column,
      field,
      line,
      optional,
      separator,
      prefix,
      strip: strip === undefined ? undefined : this.#pattern(strip, line),
      split: split === undefined ? undefined : { at: split, part: part ?? 1 },
      values: values && new Map(Object.entries(values).map(([from, to]) => [fold(from), to])),
      dates: format === undefined ? undefined : this.#dates(format, column),
      degrees: crs === undefined ? undefined : this.#degrees(crs, field, line),
    };
  }

  #pattern(text: string, line: number): RegExp {
    try {
      return new RegExp(text, 'giu');
    } catch (cause) {
      return this.#fail(line, `"${text}" is no regular expression: ${(cause as Error).message}`);
    }
  }

  #degrees(crs: string, field: string, line: number): CoordinateSystem['lat'] {
    const system = coordinateSystem(crs);
    if (!system) this.#fail(line, `the coordinate system is ${systemName(crs)}, but must be ${READ_SYSTEMS}`);
    const [axis] = /lat|lon|lng/.exec(field) ?? [];
    if (axis === undefined) this.#fail(line, `"crs" is for fields of coordinates, and "${field}" is none`);
    return axis === 'lat' ? system.lat : system.lng;
  }

  #dates(format: string, column: string): NonNullable<ColumnRule['dates']> {
    const read = dateReader(format);
    if (read) return { format, read };
    const accepted = 'write it with YYYY, MMM or MM, and DD, such as DD MMM YYYY';
    return this.#fail(
      this.#lineOf(['columns', column, 'dates']),
      `"${format}" is no date format: ${accepted}`,
    );
  }

  #requireField(source: string, fields: readonly string[], field: string, path: Path): void {
    if (fields.includes(field)) return;
    const nearest = nearestWord(field, fields);
    const guess = nearest ? ` (did you mean "${nearest}"?)` : '';
    this.#fail(this.#lineOf(path), `"${field}" is not a field of ${source}${guess}`);
  }

  #failAt(issue: z.core.$ZodIssue): never {
    if (issue.code === 'invalid_union') {
      // What is wrong inside a rule says more than that it is no list.
      const inside = issue.errors.find(([first]) => first!.path.length > 0) ?? issue.errors[0]!;
      return this.#failAt({ ...inside[0]!, path: [...issue.path, ...inside[0]!.path] });
    }
    if (issue.code !== 'unrecognized_keys')
      return this.#fail(this.#lineOf(issue.path), `${issue.path.join('.') || 'the map'}: ${issue.message}`);
    const [key = ''] = issue.keys;
    const nearest = nearestWord(key, WORDS);
    const guess = nearest ? ` (did you mean "${nearest}"?)` : '';
    return this.#fail(this.#lineOf([...issue.path, key]), `"${key}" means nothing here${guess}`);
  }

  /** Returns the line of a key, or of the nearest one around it. */
  #lineOf(path: Path): number {
    const key = path.at(-1);
    if (key === undefined) return 1;
    const owner: unknown =
      path.length === 1 ? this.#document.contents : this.#document.getIn(path.slice(0, -1), true);
    const pair = isMap(owner) ? owner.items.find((item) => String(item.key) === key) : undefined;
    const range = isNode(pair?.key) ? pair.key.range : undefined;
    return range ? this.#lines.linePos(range[0]).line : this.#lineOf(path.slice(0, -1));
  }

  #fail(line: number, fault: string): never {
    throw new UnusableInput(`${this.name}, line ${line}: ${fault}.`);
  }
}
