import { TestMcp } from '../../../apps/mcp/test/test-mcp.js';
import { fixtureServers } from './fixtures.js';
import { KeyProxy } from './key-proxy.js';
import { runSuite } from './suite.js';

const REVISIONS = ['2026-07-28', '2025-11-25'];
const TIMEOUT_MS = 120_000;

describe.each([
  ['the connector', 'connector', undefined],
  ["the connector's handler with the fixtures of the suite", 'fixtures', fixtureServers],
] as const)('%s', (_what, name, servers) => {
  let mcp: TestMcp;
  let proxy: KeyProxy;
  beforeAll(async () => {
    mcp = await TestMcp.start({ servers });
    proxy = await KeyProxy.start(mcp.url, mcp.keys.live);
  });
  afterAll(async () => {
    await proxy.stop();
    await mcp.stop();
  });

  it.each(REVISIONS)(
    'conforms to %s, except for the listed failures',
    async (revision) => {
      const { status, stdout, stderr } = await runSuite(proxy.url, revision, `${name}-${revision}.yaml`);
      expect(status === 0 ? 'as expected' : stdout + stderr).toBe('as expected');
    },
    TIMEOUT_MS,
  );
});
