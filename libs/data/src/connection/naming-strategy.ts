import { DefaultNamingStrategy, type Table } from 'typeorm';
import { columnName } from '../entities/column-name.js';

/**
 * Names columns in snake_case and constraints as PostgreSQL itself would, so that entities need not repeat the
 * names that the migrations give, and an error message names a constraint that says what it guards.
 */
export class SnakeCaseNaming extends DefaultNamingStrategy {
  override columnName(property: string, given: string | undefined, prefixes: string[]): string {
    return [...prefixes, given ?? columnName(property)].join('_');
  }

  override joinColumnName(relation: string, referencedColumn: string): string {
    return columnName(`${relation}_${referencedColumn}`);
  }

  override primaryKeyName(table: Table | string): string {
    return `${this.getTableName(table)}_pkey`;
  }

  override foreignKeyName(table: Table | string, columns: string[]): string {
    return `${this.getTableName(table)}_${columns.join('_')}_fkey`;
  }

  override uniqueConstraintName(table: Table | string, columns: string[]): string {
    return `${this.getTableName(table)}_${columns.join('_')}_key`;
  }

  /** A check without a name belongs to the column that it names in double quotes. */
  override checkConstraintName(table: Table | string, expression: string): string {
    return `${this.getTableName(table)}_${expression.split('"')[1]}_check`;
  }

  override indexName(table: Table | string, columns: string[]): string {
    return `${this.getTableName(table)}_${columns.join('_')}_idx`;
  }
}
