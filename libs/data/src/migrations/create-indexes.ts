import type { QueryRunner } from 'typeorm';

/**
 * Creates indexes outside of a transaction, and waits for the transactions that use their tables as long as these take. Later
 * migrations give up waiting for a lock as soon as before: requests would queue behind them.
 * @param indexes SQL for the table, its columns and a condition, by the name of the index
 * @param replaced the indexes that are no longer needed
 */
export async function createIndexes(
  runner: QueryRunner,
  indexes: Readonly<Record<string, string>>,
  replaced: readonly string[] = [],
): Promise<void> {
  const [before] = (await runner.query('show lock_timeout')) as [{ lock_timeout: string }];
  await runner.query('set lock_timeout = 0');
  try {
    for (const [name, columns] of Object.entries(indexes)) {
      await runner.query(`drop index concurrently if exists ${name}`);
      await runner.query(`create index concurrently ${name} on ${columns}`);
    }
    for (const name of replaced) await runner.query(`drop index concurrently if exists ${name}`);
  } finally {
    await runner.query(`set lock_timeout = '${before.lock_timeout}'`);
  }
}
