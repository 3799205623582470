import type { ClientBase } from 'pg';

/** A pooler gives a connection another session of the server from one transaction to the next. */
export class PoolingModeError extends Error {
  override readonly name = 'PoolingModeError';

  constructor() {
    super(
      'The database is behind a pooler in transaction mode, which loses LISTEN, advisory locks, prepared statements ' +
        'and time limits: use session mode, in PgBouncer pool_mode = session.',
    );
  }
}

const ROUNDS = 3;

/**
 * Rejects a pooler that does not keep a session of the server for each connection.
 * @param pid the process of the server that served `client` at first
 * @param other a second connection, which takes whatever session `client` does not hold
 * @throws PoolingModeError
 */
export async function refuseSharedSessions(
  client: ClientBase,
  pid: number,
  other: ClientBase,
): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    await other.query('begin');
    try {
      if ((await pidOf(other)) === pid || (await pidOf(client)) !== pid) throw new PoolingModeError();
    } finally {
      await other.query('rollback');
    }
  }
}

async function pidOf(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]!.pid;
}
