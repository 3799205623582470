import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfiguration } from '@care-atlas/server/configuration';
import { withColumns } from '../src/openapi/guide-columns.js';
import { departures, guideExamples } from './guide-example.js';
import { TestApi } from './test-api.js';

let folder: string;
let api: TestApi;
const { sandboxKey } = readConfiguration({ DATABASE_URL: 'postgres://localhost/none' });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'care-atlas-guides-'));
  api = await TestApi.start({ env: { EXPORT_DIR: folder } });
  await api.publishSandboxKey(sandboxKey);
  await api.publish(folder);
});
afterAll(async () => {
  await api?.stop();
  await rm(folder, { recursive: true, force: true });
});

describe('an example in the guides', () => {
  test.each(guideExamples())('$guide: $path answers $status', async (example) => {
    const { path, key, status, accept, shown } = example;
    const answer = await api.ask(path, { key, headers: accept === undefined ? {} : { accept } });
    expect(answer.status).toBe(status);
    const isCsv = answer.headers['content-type']?.startsWith('text/csv');
    const received: unknown = isCsv ? columnsOf(answer.body) : answer.json();
    const expected = typeof shown === 'string' ? columnsOf(shown) : shown;
    expect(departures(expected ?? received, received)).toEqual([]);
  });

  test('is compared with the answer by member', () => {
    expect(departures({ a: [{ b: 1 }], c: '' }, { a: [{ b: '1' }], d: 1 })).toEqual([
      'answer.a[0].b is string',
      'answer.c is missing',
      'answer.d is not shown',
    ]);
  });
});

test('llms.txt and robots.txt describe the service to programs', async () => {
  const { body } = await api.askBeside('/llms.txt');
  expect(body).toContain('http://localhost:3000/docs/guides/filters');
  expect(body).toContain('http://localhost:3001/mcp');
  expect((await api.askBeside('/robots.txt')).body).toContain('Disallow: /buy/');
});

describe('the guides', () => {
  test('name every column, as `npm run golden` writes them', async () => {
    const guide = await readFile(new URL('../../../docs/guides/formats.md', import.meta.url), 'utf8');
    expect(withColumns(guide)).toBe(guide);
  });

  test('are listed, and link only to existing pages', async () => {
    const start = await api.askBeside('/docs/guides');
    const paths = linksOf(start.body).filter((path) => path.startsWith('/docs/guides/'));
    expect(paths.length).toBeGreaterThan(5);
    const seen = new Map<string, number>();
    for (const path of paths) {
      const guide = await api.askBeside(path);
      expect([path, guide.status]).toEqual([path, 200]);
      for (const link of linksOf(guide.body)) seen.set(link.split('#')[0]!, 0);
    }
    for (const link of seen.keys()) seen.set(link, (await api.askBeside(link)).status);
    expect([...seen].filter(([, status]) => status !== 200)).toEqual([]);
  });

  test('contain the addresses of the installation', async () => {
    const other = await TestApi.start({
      env: { BASE_URL: 'https://atlas.example', MCP_URL: 'https://mcp.example/mcp' },
    });
    try {
      const { body } = await other.askBeside('/docs/guides/freshness');
      expect(body).toContain('https://atlas.example/api/v1/');
      expect(body).toContain('https://mcp.example/mcp');
      expect(body).not.toContain('localhost');
    } finally {
      await other.stop();
    }
  });
});

/** Returns an object with the columns of CSV. */
function columnsOf(csv: string): object {
  return Object.fromEntries(
    csv
      .split(/\r?\n/, 1)[0]!
      .split(',')
      .map((name) => [name, '']),
  );
}

function linksOf(page: string): string[] {
  return Array.from(page.matchAll(/href="(\/[^"]*)"/g), ([, path = '']) => path);
}
