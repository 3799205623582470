import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { TestMcp } from './test-mcp.js';

const INSPECTOR = join(
  dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/inspector/package.json')),
  'clients/launcher/build/index.js',
);

let mcp: TestMcp;
beforeAll(async () => (mcp = await TestMcp.start()));
afterAll(() => mcp.stop());

/** Runs the official inspector; with --strict it ends with an error if a schema is not one that every host reads. */
function inspect(...args: readonly string[]): Promise<{ status: number | null; output: string }> {
  const authorization = `Authorization: Bearer ${mcp.keys.live}`;
  const connect = ['--cli', mcp.url, '--transport', 'http', '--header', authorization];
  return new Promise((resolve, reject) => {
    const inspector = spawn(process.execPath, [INSPECTOR, ...connect, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [inspector.stdout, inspector.stderr])
      stream.on('data', (part) => (output += String(part)));
    inspector.on('error', reject).on('close', (status) => resolve({ status, output }));
  });
}

it.each(['modern', 'legacy'])(
  'the inspector finds no fault with the schemas, by the %s protocol',
  async (era) => {
    const { status, output } = await inspect('--method', 'tools/list', '--strict', '--protocol-era', era);
    expect({ status, found: /warning|error/i.exec(output)?.[0] }).toEqual({ status: 0, found: undefined });
    expect(output).toContain('search_doctors');
  },
);
