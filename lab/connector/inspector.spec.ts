import { runProgram } from '../../apps/mcp/test/program.js';
import { TestMcp } from '../../apps/mcp/test/test-mcp.js';
import { INSPECTOR } from './official-programs.js';

let mcp: TestMcp;
beforeAll(async () => (mcp = await TestMcp.start()));
afterAll(() => mcp.stop());

// With --strict, the inspector fails if a schema is not one that every host reads.
it.each(['modern', 'legacy'])(
  'the official inspector accepts the schemas, by the %s protocol',
  async (era) => {
    const authorization = `Authorization: Bearer ${mcp.keys.live}`;
    const connect = ['--cli', mcp.url, '--transport', 'http', '--header', authorization];
    const options = ['--method', 'tools/list', '--strict', '--protocol-era', era];
    const { status, stdout, stderr } = await runProgram([INSPECTOR, ...connect, ...options]);
    const found = /warning|error/i.exec(stdout + stderr)?.[0];
    expect({ status, found }).toEqual({ status: 0, found: undefined });
    expect(stdout + stderr).toContain('search_doctors');
  },
);
