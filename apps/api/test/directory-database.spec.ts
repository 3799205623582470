import { FaultProxy } from '@care-atlas/local-postgres/fault-proxy';
import { exampleRequest, KEYED_READS } from './contract.js';
import { DOCTORS } from '../../../libs/domain/test/invented-directory.js';
import { TestApi } from './test-api.js';
import { until } from './until.js';

let proxy: FaultProxy;
let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start({
    directoryUrl: async (url) => {
      proxy = await FaultProxy.start(new URL(url));
      const through = new URL(url);
      through.host = `127.0.0.1:${proxy.port}`;
      return through.href;
    },
  });
});
afterAll(async () => {
  await proxy?.restore();
  await api?.stop();
  await proxy?.disconnect();
});
afterEach(() => proxy.restore());

it('every read has the same answer while the directory database is unreachable', async () => {
  const paths = KEYED_READS.map(exampleRequest);
  const bodies = async () => {
    const answers = await Promise.all(paths.map((path) => api.ask(path)));
    return answers.map(({ status, etag, body }) => ({ status, etag, body }));
  };
  const before = await bodies();
  expect(new Set(before.map(({ status }) => status))).toEqual(new Set([200]));
  await proxy.disconnect();
  expect(await bodies()).toEqual(before);
  expect((await api.ask('/')).status).toBe(200);
});

it('a dataset version imported in the meantime is served afterward, with another tag', async () => {
  const before = await api.ask('/doctors/900001');
  await proxy.disconnect();
  const version = await api.import([{ ...DOCTORS[0]!, name: 'Dr. Made Meanwhile' }]);
  await proxy.restore();
  await until(() => api.version === version);
  const after = await api.ask('/doctors/900001');
  expect(after.body).toContain('Dr. Made Meanwhile');
  expect(after.etag).not.toBe(before.etag);
});
