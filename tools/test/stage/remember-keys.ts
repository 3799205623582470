import { KeyLeaseRepository } from '@care-atlas/data/keys';
import type { Stage } from './stage.js';
import { until } from './until.js';

/** Lets services remember keys, and waits until some of them do. */
export async function rememberKeys({ database }: Pick<Stage, 'database'>, services: number): Promise<void> {
  await new KeyLeaseRepository(database.manager).enable(true, { actor: 'stage' });
  await until('services remembered keys', async () => {
    const { rows } = await database.pool.query('select from key_instance where acked_epoch is not null');
    return rows.length >= services;
  });
}
