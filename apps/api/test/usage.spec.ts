import { KeyRepository, NOBODY } from '@care-atlas/data/keys';
import { FaultProxy } from '@care-atlas/local-postgres/fault-proxy';
import { exampleRequest, KEYED_READS } from './contract.js';
import { TestApi } from './test-api.js';
import { until } from './until.js';

let proxy: FaultProxy;
let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start({
    databaseUrl: async (url) => {
      proxy = await FaultProxy.start(new URL(url));
      const through = new URL(url);
      through.host = `127.0.0.1:${proxy.port}`;
      return through.href;
    },
    env: { RATE_LIMIT_ADMIN: '3' },
  });
});
afterAll(async () => {
  await api.stop();
  await proxy.disconnect();
});
beforeEach(() => api.onDatabase(({ pool }) => pool.query('truncate key_usage')));

const idOf = async (key: string) =>
  (await api.onDatabase((database) => new KeyRepository(database).search({ text: key.slice(0, -34) })))
    .keys[0]!.id;

it.each(KEYED_READS.map((operation) => [operation.operationId, exampleRequest(operation)] as const))(
  '%s is counted once, by its name, also as HEAD',
  async (operation, path) => {
    const key_id = await idOf(api.keys.live);
    await api.ask(path);
    await api.ask(path, { method: 'HEAD' });
    expect(await api.counted()).toEqual([{ key_id, operation, status: 200, requests: 2 }]);
  },
);

it('every outcome is counted: what is refused too, and what is nobody’s for nobody', async () => {
  const key_id = await idOf(api.keys.admin);
  const key = api.keys.admin;
  const { etag } = await api.ask('/doctors/900001', { key });
  await api.ask('/doctors/900001', { key, headers: { 'if-none-match': etag } });
  await api.ask('/doctors/1', { key });
  await api.ask('/keys/rotate', { key, method: 'POST' });
  await api.ask('/doctors/900001', { key });
  await api.ask('/doctors/900001', { key: null });
  await api.ask('/ping', { key: null });
  await api.ask('/nothing');
  expect(await api.counted()).toEqual([
    { key_id: NOBODY, operation: 'getDoctor', status: 401, requests: 1 },
    { key_id, operation: 'getDoctor', status: 200, requests: 1 },
    { key_id, operation: 'getDoctor', status: 304, requests: 1 },
    { key_id, operation: 'getDoctor', status: 404, requests: 1 },
    { key_id, operation: 'getDoctor', status: 429, requests: 1 },
    { key_id, operation: 'rotateKey', status: 403, requests: 1 },
  ]);
});

it('a rotation is counted for the key that was replaced, whose last use it is', async () => {
  const key = await api.mintKey('live');
  const key_id = await idOf(key);
  await api.ask('/keys/rotate', { key, method: 'POST' });
  expect(await api.counted()).toEqual([{ key_id, operation: 'rotateKey', status: 200, requests: 1 }]);
  const stored = await api.onDatabase((database) => new KeyRepository(database).byId(key_id));
  expect(stored!.lastUsedAt).toBeInstanceOf(Date);
});

it('a revoked key that is still used is counted as that key, and shows when it was last used', async () => {
  const key = await api.mintKey('live');
  const key_id = await idOf(key);
  await api.onDatabase((database) => new KeyRepository(database).revoke(key_id, 'leaked'));
  await api.ask('/doctors/summary', { key });
  await api.ask('/doctors/summary', { key: null });
  expect(await api.counted()).toEqual([
    { key_id: NOBODY, operation: 'getSummary', status: 401, requests: 1 },
    { key_id, operation: 'getSummary', status: 401, requests: 1 },
  ]);
  const stored = await api.onDatabase((database) => new KeyRepository(database).byId(key_id));
  expect(stored!.lastUsedAt).toBeInstanceOf(Date);
});

it('what the database could not take is written when it is back', async () => {
  const key_id = await idOf(api.keys.live);
  await api.ask('/doctors/summary');
  await proxy.disconnect();
  expect(await api.counted().catch(() => 'away')).toBe('away');
  expect((await api.ask('/ping', { key: null })).status).toBe(200);
  await proxy.restore();
  await until(async () => (await api.ask('/doctors/summary')).status === 200);
  const counted = (await api.counted()) as { key_id: string; status: number; requests: number }[];
  const served = counted.find((count) => count.key_id === key_id && count.status === 200);
  expect(served!.requests).toBe(2);
});
