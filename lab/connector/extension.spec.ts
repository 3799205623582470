import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unpackExtension } from '@anthropic-ai/mcpb';
import { RELEASE } from '@care-atlas/server/configuration';
import { LISTED_TOOLS } from '../../apps/mcp/src/tools/tools.js';
import { type Outcome, runProgram, runSource } from '../../apps/mcp/test/program.js';
import { PROJECT } from '../../tools/src/project.js';
import { INSPECTOR } from './official-programs.js';

let directory: string;
let packed: Outcome;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'care-atlas-extension-'));
  packed = await runSource(join(import.meta.dirname, 'make-extension.ts'), directory);
  await runSource('bundle/make-bundle.ts', join(directory, 'connector.cjs'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

async function json(file: string): Promise<Record<string, unknown>> {
  return JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
}

describe('the connector as one file', () => {
  it.each(['modern', 'legacy'])(
    'has schemas that the official inspector accepts, by the %s protocol',
    async (era) => {
      const command = [INSPECTOR, '--cli', process.execPath, join(directory, 'connector.cjs')];
      const options = ['--method', 'tools/list', '--strict', '--protocol-era', era];
      const { status, stdout, stderr } = await runProgram([...command, ...options]);
      const found = /warning|error/i.exec(stderr)?.[0];
      expect({ status, found }).toEqual({ status: 0, found: undefined });
      expect(stdout).toContain('search_doctors');
    },
  );
});

describe('the extension for desktop hosts', () => {
  it('passes the official packer', () => {
    expect(packed).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('Manifest schema validation passes'),
    });
  });

  it('lists every tool, and the release', async () => {
    const outputDir = join(directory, 'unpacked');
    await unpackExtension({ mcpbPath: join(directory, 'care-atlas.mcpb'), outputDir, silent: true });
    const manifest = await json(join(outputDir, 'manifest.json'));
    expect(manifest['tools']).toEqual(
      LISTED_TOOLS.en.tools.map(({ name, title }) => ({ name, description: `${title}.` })),
    );
    expect(manifest['version']).toBe(RELEASE);
  });
});

describe('the registry entry', () => {
  // The rules of the schema of 2025-12-11, and the registry's own for packages of this type.
  it('follows the rules, and contains the hash of the package', async () => {
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
            expect.objectContaining({ name: 'CARE_ATLAS_LANGUAGE', choices: ['en', 'fr'] }),
          ],
        },
      ],
    });
    expect((await json(join(PROJECT, 'apps/mcp/package.json')))['mcpName']).toBe(entry['name']);
  });
});
