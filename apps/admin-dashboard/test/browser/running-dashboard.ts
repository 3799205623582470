import { join } from 'node:path';
import { TestDashboard, type TestDashboardOptions } from '../../server/test/test-dashboard.js';
import { freePort } from '@care-atlas/local-postgres/free-port';

const clientDirectory = join(import.meta.dirname, '../../dist/client');

/**
 * Starts the real dashboard with its built client at its own address.
 * @param more variables, once the address is known
 */
export async function startDashboard(
  prepare?: TestDashboardOptions['prepare'],
  more?: (url: string) => Promise<Readonly<Record<string, string>>>,
  options: Pick<TestDashboardOptions, 'isPatient' | 'hasProxy'> = {},
): Promise<TestDashboard> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const env = { DASHBOARD_URL: url, ...(await more?.(url)) };
  const dashboard = await TestDashboard.start(env, {
    clientDirectory,
    ...options,
    ...(prepare && { prepare }),
  });
  await dashboard.listen(port, 'localhost');
  return dashboard;
}
