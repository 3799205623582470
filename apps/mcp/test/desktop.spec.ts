import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { jest } from '@jest/globals';
import { RELEASE } from '@care-atlas/server/configuration';
import { readStdioConfiguration, SANDBOX_KEY } from '../src/stdio/stdio-configuration.js';
import { TOOLS } from '../src/tools/tools.js';
import { type Outcome, runProgram, runSource } from './program.js';

jest.setTimeout(60_000);

const APP = join(import.meta.dirname, '..');
const INSPECTOR = join(
  dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/inspector/package.json')),
  'clients/launcher/build/index.js',
);
const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1.0.0' } },
};

let directory: string;
let packed: Outcome;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'care-atlas-desktop-'));
  packed = await runSource('bundle/make-extension.ts', directory);
  await runSource('bundle/make-bundle.ts', join(directory, 'connector.cjs'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

async function json(file: string): Promise<Record<string, unknown>> {
  return JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
}

describe('the connector as one file', () => {
  it.each(['modern', 'legacy'])(
    'has schemas without fault for the official inspector, by the %s protocol',
    async (era) => {
      const started = [INSPECTOR, '--cli', process.execPath, join(directory, 'connector.cjs')];
      const { status, stdout, stderr } = await runProgram([
        ...started,
        '--method',
        'tools/list',
        '--strict',
        '--protocol-era',
        era,
      ]);
      expect({ status, faults: /warning|error/i.exec(stderr)?.[0] }).toEqual({
        status: 0,
        faults: undefined,
      });
      expect(stdout).toContain('search_doctors');
    },
  );

  it('says nothing but the protocol on standard output, and ends with its host', async () => {
    const child = spawn(process.execPath, [join(directory, 'connector.cjs')], { env: {} });
    let said = '';
    child.stderr.on('data', (part) => (said += String(part)));
    child.stdin.write(`${JSON.stringify(INITIALIZE)}\n`);
    const lines: string[] = [];
    for await (const line of createInterface(child.stdout)) {
      lines.push(line);
      child.stdin.end();
    }
    const [status] = child.exitCode === null ? await once(child, 'exit') : [child.exitCode];
    expect(status).toBe(0);
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
      expect.objectContaining({
        jsonrpc: '2.0',
        id: 1,
        result: expect.objectContaining({ protocolVersion: '2025-06-18' }),
      }),
    ]);
    expect(said).toContain('Using the published sandbox key');
  });

  it('does not start with an address that is none', async () => {
    const env = { CARE_ATLAS_URL: 'care-atlas' };
    const { status, stdout, stderr } = await runProgram([join(directory, 'connector.cjs')], { env });
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/CARE_ATLAS_URL must be the http or https address/);
  });
});

describe('what a desktop host passes on', () => {
  it.each([undefined, '', '  ', '${user_config.api_key}', SANDBOX_KEY])(
    'means the sandbox as the key %j',
    (key) => {
      const { apiUrl, key: read, notices } = readStdioConfiguration({ CARE_ATLAS_KEY: key });
      expect({ apiUrl, read }).toEqual({ apiUrl: 'http://localhost:3000/api/v1', read: SANDBOX_KEY });
      expect(notices.join()).toContain('sandbox');
    },
  );

  it.each([
    ['https://care-atlas.example', 'https://care-atlas.example/api/v1'],
    ['https://care-atlas.example/', 'https://care-atlas.example/api/v1'],
    ['https://care-atlas.example/api/v1/', 'https://care-atlas.example/api/v1'],
    ['https://example.com/care?x=1', 'https://example.com/care/api/v1'],
    ['${user_config.url}', 'http://localhost:3000/api/v1'],
  ])('reads the address %s', (url, apiUrl) => {
    expect(readStdioConfiguration({ CARE_ATLAS_URL: url }).apiUrl).toBe(apiUrl);
  });

  it('never repeats what is no key', () => {
    const { key, notices } = readStdioConfiguration({ CARE_ATLAS_KEY: 'a-secret-of-something-else' });
    expect(key).toBeUndefined();
    expect(notices.join()).not.toContain('a-secret');
  });
});

describe('the extension for desktop hosts', () => {
  it('is accepted by the official packer', () => {
    expect(packed).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('Manifest schema validation passes'),
    });
  });

  it('names every tool, and the release', async () => {
    const manifest = await json(join(APP, 'bundle/manifest.json'));
    expect(manifest['tools']).toEqual(TOOLS.map(({ name, title }) => ({ name, description: `${title}.` })));
    expect(manifest['version']).toBe(RELEASE);
  });
});

describe('the entry for a registry', () => {
  // The rules of the schema of 2025-12-11, and those that the registry adds for packages of this kind.
  it('keeps the rules, and names the package by its hash', async () => {
    const entry = await json(join(directory, 'server.json'));
    const hash = createHash('sha256')
      .update(await readFile(join(directory, 'care-atlas.mcpb')))
      .digest('hex');
    expect(entry).toEqual({
      $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
      name: expect.stringMatching(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
      title: expect.stringMatching(/^.{1,100}$/),
      description: expect.stringMatching(/^.{1,100}$/),
      version: RELEASE,
      websiteUrl: expect.stringMatching(/^https:/),
      remotes: [
        {
          type: 'streamable-http',
          url: expect.stringMatching(/^https:.*\/mcp$/),
          headers: [expect.objectContaining({ name: 'Authorization', isSecret: true, isRequired: false })],
        },
      ],
      packages: [
        {
          registryType: 'mcpb',
          identifier: expect.stringMatching(/^https:\/\/github\.com\/.*mcp.*\.mcpb$/),
          fileSha256: hash,
          transport: { type: 'stdio' },
          environmentVariables: [
            expect.objectContaining({ name: 'CARE_ATLAS_URL', isSecret: false }),
            expect.objectContaining({ name: 'CARE_ATLAS_KEY', isSecret: true }),
          ],
        },
      ],
    });
    expect((await json(join(APP, 'package.json')))['mcpName']).toBe(entry['name']);
  });
});
