import type { ClientBase, QueryResult } from 'pg';

/** A condition in SQL: whether this role may turn off the checks of foreign keys for its statements. */
export const MAY_SKIP_CHECKS = `has_parameter_privilege('session_replication_role', 'set')`;

/**
 * Inserts rows whose foreign keys hold by the statements: this transaction has written or locked the rows that they refer
 * to, or writes them before its end. PostgreSQL would look each of them up again, row by row, which takes a quarter of a
 * run. Roles that may not turn that off wait for it.
 * @param statements SQL without values; semicolons separate them
 * @returns the number of rows of the last statement
 */
export async function withoutRowChecks(client: ClientBase, statements: string): Promise<number | null> {
  const setRole = (role: string) =>
    `select set_config('session_replication_role', '${role}', true) where ${MAY_SKIP_CHECKS}`;
  const results: unknown = await client.query(`${setRole('replica')}; ${statements}; ${setRole('origin')}`);
  return (results as readonly QueryResult[]).at(-2)!.rowCount;
}
