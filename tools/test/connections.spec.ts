import { setTimeout as sleep } from 'node:timers/promises';
import { VARIABLES } from '@care-atlas/server/configuration';
import { Client } from 'pg';
import { loadSample } from '../src/sample/load-sample.js';
import { CONNECTIONS_BESIDE_POOL } from './deployment/connections.js';
import { yamlOf } from './deployment/files/project-file.js';
import { RunningService } from './stage/programs/running-service.js';
import { until } from './stage/until.js';
import { useTestDatabase } from './stage/use-test-database.js';

const { data } = yamlOf('docker/kubernetes/configuration.yaml') as { data: Record<string, string> };
const POOL_SIZE = data['DATABASE_POOL_SIZE']!;
const CLIENTS = 200;
const REQUESTS = 8;
/** Between two looks at the connections, which last for as long as the process. */
const PAUSE_MS = 10;
const authorization = `Bearer ${VARIABLES.SANDBOX_KEY.fallback}`;
const database = useTestDatabase(200);

it('a process with the pool of the cluster serves many clients, with no more connections than are planned', async () => {
  const name = new URL(database.url).pathname.slice(1);
  const watcher = new Client(process.env['CARE_ATLAS_TEST_SERVER']);
  await watcher.connect();
  const connections = async () => {
    const counted = `select count(*)::int as count from pg_stat_activity
      where datname = $1 and application_name in ('care-atlas', 'care-atlas-load', 'care-atlas-watch')`;
    const { rows } = await watcher.query<{ count: number }>(counted, [name]);
    return rows[0]!.count;
  };
  let most = 0;
  const counting = new AbortController();
  const count = (async () => {
    while (!counting.signal.aborted) {
      most = Math.max(most, await connections());
      await sleep(PAUSE_MS);
    }
  })();
  const api = await RunningService.start('api', {
    DATABASE_URL: database.url,
    DATABASE_POOL_SIZE: POOL_SIZE,
    RATE_LIMIT_SANDBOX: '1000000',
  });
  try {
    const statuses = new Set<number>();
    const ask = async () => {
      for (let i = 0; i < REQUESTS; i++) {
        const answer = await fetch(`${api.url}/api/v1/doctors?limit=1`, { headers: { authorization } });
        await answer.arrayBuffer();
        statuses.add(answer.status);
      }
    };
    // A new dataset is loaded meanwhile.
    const imported = loadSample(database.url, 300, new Date(), () => undefined);
    await Promise.all([imported, ...Array.from({ length: CLIENTS }, ask)]);
    await until('the new dataset was served', async () => {
      return (await api.metrics()).value('care_atlas_dataset_swaps_total') === 1;
    });
    expect(statuses).toEqual(new Set([200]));
  } finally {
    counting.abort();
    await count;
    await watcher.end();
    await api.end();
  }
  expect(most).toBeGreaterThanOrEqual(2);
  expect(most).toBeLessThanOrEqual(Number(POOL_SIZE) + CONNECTIONS_BESIDE_POOL);
});
