import { join } from 'node:path';
import { TestDashboard, type TestDashboardOptions } from '../../server/test/test-dashboard.js';
import { freePort } from '@care-atlas/local-postgres/free-port';

const clientDirectory = join(import.meta.dirname, '../../dist/client');

/** Starts the real dashboard with its built client at its own address. */
export async function startDashboard(prepare?: TestDashboardOptions['prepare']): Promise<TestDashboard> {
  const port = await freePort();
  const env = { DASHBOARD_URL: `http://localhost:${port}` };
  const dashboard = await TestDashboard.start(env, { clientDirectory, ...(prepare && { prepare }) });
  await dashboard.listen(port, 'localhost');
  return dashboard;
}
