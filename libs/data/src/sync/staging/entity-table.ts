import { getMetadataArgsStorage } from 'typeorm';

/** A property of an entity that is a plain column, not a relation. */
export type ColumnProperty<Entity> = {
  [Property in keyof Entity]: Entity[Property] extends string | number | boolean | Date | null
    ? Property
    : never;
}[keyof Entity] &
  string;

/** SQL types by property. `columnName` gives the column of a property. */
export type ColumnTypes<Property extends string = string> = Readonly<Record<Property, string>>;

/** The table of an entity and its columns, read from the entity's decorators: no connection is needed. */
export class EntityTable<Entity extends object> {
  readonly name: string;
  readonly types: ColumnTypes<ColumnProperty<Entity>>;

  constructor(entity: new () => Entity) {
    const { tables, columns } = getMetadataArgsStorage();
    this.name = tables.find(({ target }) => target === entity)!.name!;
    const own = columns.filter(({ target, options }) => target === entity && options.type !== 'jsonb');
    this.types = Object.fromEntries(
      own.map(({ propertyName, options }) => [propertyName, String(options.type)]),
    ) as ColumnTypes<ColumnProperty<Entity>>;
  }

  /** Returns the types of all columns but some. */
  except<Omitted extends ColumnProperty<Entity>>(
    ...omitted: readonly Omitted[]
  ): ColumnTypes<Exclude<ColumnProperty<Entity>, Omitted>> {
    const rest = Object.entries(this.types).filter(
      ([property]) => !omitted.some((name) => name === property),
    );
    return Object.fromEntries(rest) as ColumnTypes<Exclude<ColumnProperty<Entity>, Omitted>>;
  }

  /** Returns the types of some columns. */
  only<Property extends ColumnProperty<Entity>>(...properties: readonly Property[]): ColumnTypes<Property> {
    const entries = properties.map((property) => [property, this.types[property]]);
    return Object.fromEntries(entries) as ColumnTypes<Property>;
  }
}

/** Returns the properties of some columns. */
export function propertiesOf<Property extends string>(types: ColumnTypes<Property>): readonly Property[] {
  return Object.keys(types) as Property[];
}
