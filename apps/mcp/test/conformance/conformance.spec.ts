import { fixtureServers } from './fixtures.js';
import { KeyProxy } from './key-proxy.js';
import { runSuite } from './suite.js';
import { TestMcp } from '../test-mcp.js';

const REVISIONS = ['2026-07-28', '2025-11-25'];
const PATIENCE_MS = 120_000;

describe.each([
  ['the connector', 'connector', undefined],
  ['the same pipeline with the fixtures that the suite asks for', 'fixtures', fixtureServers],
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
    'does what %s requires, but for what is listed and explained',
    async (revision) => {
      const { status, output } = await runSuite(proxy.url, revision, `${name}-${revision}.yaml`);
      expect(status === 0 ? 'as expected' : output).toBe('as expected');
    },
    PATIENCE_MS,
  );
});
