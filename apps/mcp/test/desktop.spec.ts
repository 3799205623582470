import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { CareAtlas } from '@care-atlas/client/client';
import { FULL_SIZES } from '@care-atlas/domain/access';
import { remoteReader } from '../src/stdio/remote-directory-reader.js';
import { sentence } from '../src/texts/sentence.js';
import { TEXTS } from '../src/texts/texts.js';
import { readStdioConfiguration, SANDBOX_KEY, WRONG_ADDRESS } from '../src/stdio/stdio-configuration.js';
import { TOOLS } from '../src/tools/tools.js';
import { TestMcp } from './test-mcp.js';
import { runProgram, runSource } from './program.js';

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1.0.0' } },
};

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'care-atlas-desktop-'));
  await runSource('bundle/make-bundle.ts', join(directory, 'connector.cjs'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

describe('the connector as one file', () => {
  it('writes only the protocol to standard output, and exits with its host', async () => {
    const child = spawn(process.execPath, [join(directory, 'connector.cjs')], { env: {} });
    let log = '';
    child.stderr.on('data', (part) => (log += String(part)));
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
    expect(log).toContain('Using the published sandbox key');
  });

  it.each([
    [{ CARE_ATLAS_LANGUAGE: 'fr' }, 'Chercher des médecins'],
    [{ LANG: 'fr_CA.UTF-8' }, 'Chercher des médecins'],
    [{}, 'Search doctors'],
  ])('titles its tools in the language of %j', async (env, title) => {
    const child = spawn(process.execPath, [join(directory, 'connector.cjs')], { env });
    const list = { jsonrpc: '2.0', id: 2, method: 'tools/list' };
    const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' };
    for (const message of [INITIALIZE, initialized, list]) child.stdin.write(`${JSON.stringify(message)}\n`);
    for await (const line of createInterface(child.stdout)) {
      const { id, result } = JSON.parse(line) as { id: number; result: { tools: { title: string }[] } };
      if (id !== 2) continue;
      expect(result.tools[0]!.title).toBe(title);
      child.stdin.end();
    }
  });

  it.each(['care-atlas', 'localhost:3000', '127.0.0.1:3000', 'http://localhost:3001/mcp'])(
    'does not start with the address %s, and says why in one sentence',
    async (address) => {
      const env = { CARE_ATLAS_URL: address };
      const { status, stdout, stderr } = await runProgram([join(directory, 'connector.cjs')], { env });
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
      expect(stderr).toMatch(
        /^Care Atlas: CARE_ATLAS_URL must be the http or https address of the Care Atlas API, not of its connector.*\.\n$/,
      );
    },
  );

  it.each([
    ['search_doctors', {}],
    ['get_doctor', { cpso: '900001' }],
  ])('says that the address of %s is that of a connector', async (name, args) => {
    const mcp = await TestMcp.start();
    try {
      const client = new CareAtlas({ url: `${mcp.origin}/api/v1`, key: mcp.keys.live });
      const call = { directory: remoteReader(client), sizes: FULL_SIZES, clock: () => new Date() };
      const tool = TOOLS.find((one) => one.name === name)!;
      await expect(tool.answer(args, call)).rejects.toThrow(sentence(WRONG_ADDRESS, TEXTS.en));
    } finally {
      await mcp.stop();
    }
  });
});

describe('the configuration from a desktop host', () => {
  it.each([undefined, '', '  ', '${user_config.api_key}', SANDBOX_KEY])(
    'selects the sandbox for the key %j',
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

  it.each([
    [{}, 'en'],
    [{ LANG: 'fr_CA.UTF-8' }, 'fr'],
    [{ LANG: 'C.UTF-8' }, 'en'],
    [{ LANG: 'fr_CA.UTF-8', LC_ALL: 'en_CA.UTF-8' }, 'en'],
    [{ LANG: 'fr_CA.UTF-8', CARE_ATLAS_LANGUAGE: 'en' }, 'en'],
    [{ LANG: 'fr_CA.UTF-8', CARE_ATLAS_LANGUAGE: '${user_config.language}' }, 'fr'],
    [{ LANG: 'en_CA.UTF-8', CARE_ATLAS_LANGUAGE: 'fr-CA' }, 'fr'],
  ])('reads the language of %j as %s', (env, language) => {
    const read = readStdioConfiguration(env);
    expect(read.language).toBe(language);
    expect(read.notices.join()).not.toContain('LANGUAGE');
  });

  it('says which languages there are', () => {
    const { language, notices } = readStdioConfiguration({ CARE_ATLAS_LANGUAGE: 'de', LANG: 'fr_CA' });
    expect(language).toBe('en');
    expect(notices.join()).toContain('CARE_ATLAS_LANGUAGE must be one of en, fr: using English.');
  });

  it('never repeats a value that is not a key', () => {
    const { key, notices } = readStdioConfiguration({ CARE_ATLAS_KEY: 'a-secret-of-something-else' });
    expect(key).toBeUndefined();
    expect(notices.join()).not.toContain('a-secret');
  });
});
