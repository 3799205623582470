import type { ClientBase } from 'pg';
import { connect, disconnect } from '../../connection/native-connection.js';

/** Runs work in a transaction of its own. If the work throws, the transaction ends with its session. */
export async function inAuditTransaction<Result>(
  databaseUrl: string,
  work: (client: ClientBase) => Promise<Result>,
): Promise<Result> {
  const client = await connect(databaseUrl, 'care-atlas-audit');
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } finally {
    await disconnect(client);
  }
}
