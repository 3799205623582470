import type { ClientBase } from 'pg';
import type { EntityManager } from 'typeorm';

/** An arbitrary number for the advisory lock of runs, which never interleave. */
const RUN_LOCK = 7_305_011_902;
const TRY_LOCK = { session: 'pg_try_advisory_lock', transaction: 'pg_try_advisory_xact_lock' } as const;

/** Another run is in progress. */
export class SyncBusyError extends Error {
  override readonly name = 'SyncBusyError';

  constructor() {
    super('Another synchronization is running: start this one when it has ended.');
  }
}

/** Locks out all other runs until the session or the transaction ends. @throws SyncBusyError when there is one */
export async function acquireRunLock(
  client: ClientBase,
  until: keyof typeof TRY_LOCK = 'session',
): Promise<void> {
  const { rows } = await client.query<{ acquired: boolean }>(`select ${TRY_LOCK[until]}($1) as acquired`, [
    RUN_LOCK,
  ]);
  if (!rows[0]!.acquired) throw new SyncBusyError();
}

export async function releaseRunLock(client: ClientBase): Promise<void> {
  await client.query('select pg_advisory_unlock($1)', [RUN_LOCK]);
}

/** Returns whether a run is in progress. */
export async function isRunning(database: Pick<EntityManager, 'query'>): Promise<boolean> {
  const [row] = await database.query<{ running: boolean }[]>(
    `select exists(
      select from pg_locks
      where locktype = 'advisory' and objsubid = 1 and (classid::bigint << 32) + objid::bigint = $1 and granted
        and database = (select oid from pg_database where datname = current_database())
    ) as running`,
    [RUN_LOCK],
  );
  return row!.running;
}
