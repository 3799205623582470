import type { EntityManager, ObjectLiteral, Repository, SelectQueryBuilder } from 'typeorm';

/**
 * A database, or the `EntityManager` of one transaction on it. Repositories that are created with the same manager
 * commit together.
 */
export type DatabaseScope = Pick<EntityManager, 'getRepository'>;

/** Returns the table and the columns of an entity, for statements that a query builder cannot express. */
export function sqlNames<Entity extends ObjectLiteral>({
  metadata,
}: Repository<Entity>): {
  readonly table: string;
  readonly columns: Readonly<Record<keyof Entity & string, string>>;
} {
  const columns = metadata.columns.map(({ propertyName, databaseName }) => [propertyName, databaseName]);
  return { table: metadata.tableName, columns: Object.fromEntries(columns) };
}

/** Returns the text of a query for `queryPrepared`. Its parameters are numbered in the order in which they appear. */
export function statementText<Entity extends ObjectLiteral>(query: SelectQueryBuilder<Entity>): string {
  return query.getQueryAndParameters()[0];
}
