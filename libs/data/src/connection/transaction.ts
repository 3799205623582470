import type { Pool } from 'pg';
import type { EntityTarget, ObjectLiteral } from 'typeorm';
import { Database } from './database.js';

/**
 * Does all of some work, or nothing of it. What the work is given is a database like the one it began with, whose
 * every statement is part of the transaction; it is of no use afterwards.
 * @throws what the work throws, after undoing it
 */
export async function inTransaction<T>(
  database: Database,
  work: (inside: Database) => Promise<T>,
): Promise<T> {
  const runner = database.dataSource.createQueryRunner();
  try {
    const client = (await runner.connect()) as Pool;
    const bound = Object.create(database.dataSource, {
      manager: { value: runner.manager },
      getRepository: {
        value: (target: EntityTarget<ObjectLiteral>) => runner.manager.getRepository(target),
      },
    }) as Database['dataSource'];
    await runner.startTransaction();
    const result = await work(new Database(bound, client));
    await runner.commitTransaction();
    return result;
  } catch (error) {
    // When the connection is gone the server rolls back by itself.
    if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
    throw error;
  } finally {
    await runner.release();
  }
}
