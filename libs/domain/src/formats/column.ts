import { type Described, fieldsOf, isList } from '../schema/schema.js';

/** An item of a list, or a record inside it. */
export type Item = Readonly<Record<string, unknown>>;

/** A column of the CSV form of a list. */
export interface Column {
  readonly name: string;
  readonly description: string;
  /** The members that lead to the value in an item. */
  readonly path: readonly string[];
  /** Present only if an item of the answer has the value. */
  readonly optional: boolean;
}

/** Returns the columns of a record class. A record inside it becomes separate columns, such as `clinicName`. */
export function columnsOf(
  described: Described,
  within: readonly string[] = [],
  inOptional = false,
): readonly Column[] {
  return fieldsOf(described).flatMap(({ name, schema, record, required }) => {
    const path = [...within, name];
    const optional = inOptional || !required;
    if (record && !isList(schema)) return columnsOf(record(), path, optional);
    const [first = '', ...rest] = path;
    const title = rest.reduce((all, part) => all + part[0]!.toUpperCase() + part.slice(1), first);
    return { name: title, description: schema.description ?? '', path, optional };
  });
}

/** Returns the value of a column in an item; undefined if the item lacks it. */
export function valueOf({ path }: Column, item: Item): unknown {
  return path.reduce<unknown>((value, name) => (value as Item | null | undefined)?.[name], item);
}
