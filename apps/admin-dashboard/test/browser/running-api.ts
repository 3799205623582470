import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { freePort } from '@care-atlas/local-postgres/free-port';

const WORKSPACE = join(import.meta.dirname, '../../../..');

/** The real API, run from source in a separate process. */
export interface RunningApi {
  readonly origin: string;
  /** Returns the status of a request with a key, and with an id if one is given. */
  readonly status: (key: string, requestId?: string) => Promise<number>;
  /** Returns the status of a request that a gateway forwards with its secret. */
  readonly gatewayStatus: (secret: string) => Promise<number>;
  readonly stop: () => Promise<void>;
}

export async function startApi(
  databaseUrl: string,
  more: Readonly<Record<string, string>> = {},
): Promise<RunningApi> {
  const port = await freePort();
  const api = fork(join(WORKSPACE, 'apps/api/src/main.ts'), {
    cwd: WORKSPACE,
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: databaseUrl,
      PORT: String(port),
      GATEWAY_NAME: 'Market',
      ...more,
    },
    execArgv: ['--conditions=@care-atlas/source', '--import', join(WORKSPACE, 'tools/dev-register.mjs')],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await Promise.race([
    once(api, 'message'),
    once(api, 'exit').then(() => Promise.reject(new Error('The API ended before it was ready.'))),
  ]);
  const statusWith = async (headers: Record<string, string>) => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/doctors`, { headers });
    await answer.arrayBuffer();
    return answer.status;
  };
  return {
    origin: `http://127.0.0.1:${port}`,
    status: (key, requestId) =>
      statusWith({ authorization: `Bearer ${key}`, ...(requestId && { 'x-request-id': requestId }) }),
    gatewayStatus: (secret) =>
      statusWith({
        'x-market-proxy-secret': secret,
        'x-market-user': 'somebody',
        'x-market-host': 'market.example',
      }),
    stop: async () => {
      api.kill('SIGTERM');
      await once(api, 'exit');
    },
  };
}
