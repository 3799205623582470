import { getMetadataArgsStorage } from 'typeorm';

/** A property of an entity that is a plain column, not a relation. */
export type ColumnProperty<Entity> = {
  [Property in keyof Entity]: Entity[Property] extends string | number | boolean | Date | null
    ? Property
    : never;
}[keyof Entity] &
  string;

/** Returns the properties of an entity that are columns, without those of JSON, from its decorators: no connection is needed. */
export function plainColumns<Entity extends object>(
  entity: new () => Entity,
): readonly ColumnProperty<Entity>[] {
  return getMetadataArgsStorage()
    .columns.filter(({ target, options }) => target === entity && options.type !== 'jsonb')
    .map(({ propertyName }) => propertyName as ColumnProperty<Entity>);
}
