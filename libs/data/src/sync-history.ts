import { connect, disconnect } from './connection.js';

/** Whether any synchronization has ever succeeded: if none has, the directory is as its migration left it. */
export async function hasSynchronized(databaseUrl: string): Promise<boolean> {
  const client = await connect(databaseUrl, 'care-atlas-history');
  try {
    const { rows } = await client.query<{ found: boolean }>(
      `select exists (select from sync_run where status = 'succeeded') as found`,
    );
    return rows[0]!.found;
  } finally {
    await disconnect(client);
  }
}
