import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readApiConfiguration } from '@care-atlas/server/configuration';
import { withColumns } from '../src/openapi/guide-columns.js';
import { blocksOf, departures, guideExamples } from './guide-example.js';
import { HIDE, NOW } from '../../../libs/domain/test/builders.js';
import { rowsOf } from '../../../libs/data/test/test-directory.js';
import { CLINICS, DOCTORS } from '../../../libs/domain/test/invented-directory.js';
import { type TestAnswer, TestApi } from './test-api.js';
import { until } from './until.js';

const PROJECT = join(import.meta.dirname, '../../..');
const LOADER = join(PROJECT, 'tools/dev-register.mjs');

let folder: string;
let api: TestApi;
let origin: string;
const { sandboxKey } = readApiConfiguration({ DATABASE_URL: 'postgres://localhost/none' });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'care-atlas-guides-'));
  api = await TestApi.start({ env: { EXPORT_DIR: folder } });
  await api.publishSandboxKey(sandboxKey);
  await api.publish(folder);
  origin = `http://127.0.0.1:${await api.listen()}`;
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

describe('each program of the guide', () => {
  beforeAll(async () => {
    await symlink(join(PROJECT, 'node_modules'), join(folder, 'node_modules'));
    await symlink(join(PROJECT, 'libs/client/python/care_atlas.py'), join(folder, 'care_atlas.py'));
  });

  test('on openings tells once what entered the list, and begins again where that is no longer kept', async () => {
    const programs = programsOf('openings.md');
    await runAll(programs);
    // Nothing listens there: a program fails, and keeps its cursor.
    for (const run of programs) await expect(run('http://127.0.0.1:9')).rejects.toThrow('Command failed');
    for (const accepting of [false, true])
      await api.sync((writer) => writer.clinics([{ ...CLINICS[0], accepting }]));
    for (const told of await runAll(programs)) {
      expect(told).toContain('entered');
      expect(told).toContain(DOCTORS[0]!.registrationNumber);
    }
    for (const told of await runAll(programs)) expect(told).not.toContain('entered');
    await forgetChanges();
    const [curl, client, python] = await runAll(programs);
    expect([curl, python]).toEqual(Array(2).fill(expect.stringMatching(/^Watching again from now on\./)));
    expect(client).toMatch(/^The list has \d+ doctors now\./);
    for (const told of await runAll(programs)) expect(told).not.toContain('again');
  });

  test('on withdrawal names once what was removed, and says where that is no longer kept', async () => {
    const programs = programsOf('withdrawal.md');
    const id = 'a1b2c3d4-0000-5000-8000-000000000001';
    await api.sync((writer) =>
      writer.clinics([{ ...CLINICS[0], id, name: 'Removed', address: '7 Elm Lane, Toronto, ON M5V 2T6' }]),
    );
    await runAll(programs);
    // Nothing listens there: a program fails, and keeps its cursor.
    for (const run of programs) await expect(run('http://127.0.0.1:9')).rejects.toThrow('Command failed');
    await api.sync((writer) => writer.correct({ ...HIDE, record: 'clinic', key: id }));
    expect(await runAll(programs)).toEqual(Array(3).fill(`clinic ${id}\n`));
    expect(await runAll(programs)).toEqual(['', '', '']);
    await forgetChanges();
    expect(await runAll(programs)).toEqual(Array(3).fill('Begin the copy again.\n'));
  });
});

/** Changes something and forgets it, as `prune` does, with an export to begin with. */
async function forgetChanges(): Promise<void> {
  await api.sync((writer) => writer.clinics([{ ...CLINICS[0], website: 'https://forgotten.example' }]));
  const version = await api.sync((writer) => writer.clinics([CLINICS[0]]));
  await rowsOf(api.databaseUrl, 'update change_feed set pruned = last');
  await api.publish(folder);
  await until(() => api.version === version);
}

/** Runs a program with an address of the API, and returns what it writes. */
type Run = (address: string) => Promise<string>;

/** Returns the programs of a guide that keep a cursor: with curl, in JavaScript and in Python. */
function programsOf(guide: string): readonly [Run, Run, Run] {
  const [curl, client, python, ...others] = blocksOf(guide)
    .filter(({ text }) => text.includes('.cursor'))
    .map(({ language, text }): Run => async (address) => {
      const code = text.replaceAll('http://localhost:3000', address).replaceAll('Kipling', 'Spadina');
      return (await promisify(execFile)(...commandOf(language, code), { cwd: folder })).stdout;
    });
  if (!curl || !client || !python || others.length > 0) throw new Error(`${guide} has other programs.`);
  return [curl, client, python];
}

async function runAll(programs: readonly Run[]): Promise<readonly string[]> {
  const written: string[] = [];
  for (const run of programs) written.push(await run(origin));
  return written;
}

function commandOf(language: string, code: string): [string, string[]] {
  const node = ['--conditions=@care-atlas/source', '--import', LOADER, '--input-type=module', '-e'];
  const [command, ...options] = {
    bash: ['bash', '-c'],
    js: [process.execPath, ...node],
    python: ['python3', '-c'],
  }[language]!;
  return [command!, [...options, code]];
}

describe('for programs', () => {
  const fileAt = async (path: string) => (await api.askBeside(path)).body;

  test('llms.txt leads to Markdown, and llms-full.txt holds all of it', async () => {
    const notes = await fileAt('/llms.txt');
    expect(notes).toContain('http://localhost:3001/mcp');
    const paths = Array.from(
      notes.matchAll(/\(http:\/\/localhost:3000(\/docs\/[^)]+\.md)\)/g),
      ([, path = '']) => path,
    );
    expect(paths).toEqual(
      expect.arrayContaining(['/docs/guides/filters.md', '/docs/reference/listDoctors.md']),
    );
    const everything = await fileAt('/llms-full.txt');
    for (const path of paths) {
      const { status, headers, body } = await api.askBeside(path);
      expect([path, status, headers['content-type']]).toEqual([path, 200, 'text/markdown; charset=utf-8']);
      expect(everything.includes(body)).toBe(true);
    }
  });

  test('the sitemap names pages that exist, and robots.txt names the sitemap', async () => {
    expect(await fileAt('/robots.txt')).toMatch(
      /Disallow: \/buy\/\nDisallow: \/fr\/buy\/\nSitemap: http:\/\/localhost:3000\/sitemap.xml\n/,
    );
    const places = Array.from(
      (await fileAt('/sitemap.xml')).matchAll(/<loc>([^<]+)<\/loc>/g),
      ([, url = '']) => url,
    );
    expect(places.length).toBeGreaterThan(40);
    for (const place of places) {
      const { pathname } = new URL(place);
      const { status, body } = await api.askBeside(pathname);
      expect([pathname, status]).toEqual([pathname, 200]);
      // What is shared names itself; the checkout is not a page to share.
      const named = /<meta property="og:url" content="([^"]+)" \/>/.exec(body)?.[1];
      expect(named).toBe(pathname.endsWith('/buy') ? undefined : place);
    }
    for (const picture of ['/share.png', '/icon-180.png']) {
      expect((await api.askBeside(picture)).headers['content-type']).toBe('image/png');
    }
  });

  test('the catalog of interfaces names descriptions that exist', async () => {
    const { headers, body } = await api.askBeside('/.well-known/api-catalog');
    expect(headers['content-type']).toContain('application/linkset+json');
    const { linkset } = JSON.parse(body) as {
      linkset: { anchor: string; 'service-desc'?: { href: string }[] }[];
    };
    expect(linkset.map(({ anchor }) => anchor)).toEqual([
      'http://localhost:3000/api/v1',
      'http://localhost:3001/mcp',
    ]);
    const head = await fetch(`${origin}/.well-known/api-catalog`, { method: 'HEAD' });
    expect(Object.fromEntries(head.headers)).toMatchObject({
      link: '<http://localhost:3000/.well-known/api-catalog>; rel="api-catalog"',
      'access-control-allow-origin': '*',
    });
    const { pathname } = new URL(linkset[0]!['service-desc']![0]!.href);
    expect((await api.askBeside(pathname)).status).toBe(200);
  });

  test('the catalog for assistants leads to the card of the connector', async () => {
    const { headers, body } = await api.askBeside('/.well-known/ai-catalog.json');
    expect(headers['content-type']).toBe('application/ai-catalog+json');
    expect(JSON.parse(body)).toEqual({
      specVersion: '1.0',
      entries: [
        {
          identifier: 'urn:air:localhost:mcp:care-atlas',
          displayName: 'Care Atlas',
          representativeQueries: expect.arrayContaining([expect.stringMatching(/\?$/)]),
          type: 'application/mcp-server-card+json',
          url: 'http://localhost:3001/mcp/server-card',
        },
      ],
    });
  });

  test('the history is a feed', async () => {
    const feed = await fileAt('/changes.atom');
    const policy = await fileAt('/docs/guides/changes.md');
    const dates = Array.from(policy.matchAll(/^- (\d{4}-\d{2}-\d{2}): /gm), ([, date = '']) => date);
    expect(dates.length).toBeGreaterThan(5);
    expect(dates).toEqual(dates.toSorted().toReversed());
    const updates = Array.from(feed.matchAll(/<entry>[^]*?<updated>([^T]+)T/g), ([, date = '']) => date);
    expect(updates).toEqual(dates);
    expect(new Set(feed.match(/<id>.*<\/id>/g)).size).toBe(dates.length + 1);
  });

  test('security.txt says whom to write to, where that is configured', async () => {
    expect((await api.askBeside('/.well-known/security.txt')).status).toBe(404);
    const other = await TestApi.start({ env: { SELLER_CONTACT: 'help@atlas.example' } });
    try {
      const { body } = await other.askBeside('/.well-known/security.txt');
      expect(body).toContain('Contact: mailto:help@atlas.example\n');
      const expires = Date.parse(/^Expires: (.+)$/m.exec(body)![1]!);
      expect(expires - NOW.getTime()).toBeGreaterThan(150 * 86_400_000);
      expect(expires - NOW.getTime()).toBeLessThan(365 * 86_400_000);
    } finally {
      await other.stop();
    }
  });
});

describe('the reference', () => {
  const DESCRIPTION = new URL('../../../docs/openapi.json', import.meta.url);

  test('has a page for each operation, with each parameter, member and error', async () => {
    const { paths } = JSON.parse(await readFile(DESCRIPTION, 'utf8')) as {
      paths: Record<
        string,
        Record<string, { operationId: string; parameters?: { name: string }[]; responses: object }>
      >;
    };
    const overview = (await api.askBeside('/docs')).body;
    for (const methods of Object.values(paths)) {
      for (const { operationId, parameters = [], responses } of Object.values(methods)) {
        const path = `/docs/reference/${operationId}`;
        expect(overview).toContain(`href="${path}"`);
        const { body } = await api.askBeside(path);
        for (const { name } of parameters) expect(body).toContain(`<td><code>${name}</code>`);
        const errors = Object.keys(responses).filter((status) => Number(status) >= 400);
        for (const status of errors) expect(body).toContain(`<td>${status}</td>`);
      }
    }
    const doctor = (await api.askBeside('/docs/reference/getDoctor')).body;
    for (const member of ['dataFreshness', 'expiredAt', 'acceptingNewPatients']) {
      expect(doctor).toContain(`<td><code>${member}</code></td>`);
    }
  });

  test('its examples run as they are', async () => {
    const { body } = await api.askBeside('/docs/reference/listDoctors.md');
    const codeIn = (info: string) =>
      new RegExp(`\`\`\`${info} sample .+\\n([^]*?)\\n\`\`\``)
        .exec(body)![1]!
        .replaceAll('http://localhost:3000', origin);
    for (const { file, flags, info } of [
      { file: 'sh', flags: ['-c'], info: 'sh' },
      { file: process.execPath, flags: ['--input-type=module', '-e'], info: 'js' },
      { file: 'python3', flags: ['-c'], info: 'python' },
    ]) {
      const { stdout } = await promisify(execFile)(file, [...flags, codeIn(info)]);
      expect(JSON.parse(stdout)).toMatchObject({ count: 3 });
    }
    expect(codeIn('java')).toContain('.header("Authorization", "Bearer care_sandbox_');
  });
});

describe('the search over all documents', () => {
  const found = async (query: string) => {
    const { body } = await api.askBeside(`/docs/search?q=${encodeURIComponent(query)}`);
    return { body, paths: linksOf(body).filter((path) => path.includes('#') || path.startsWith('/docs/')) };
  };

  test.each([
    ['rotate a key', '/docs/guides/keys'],
    ['acceptance', '/docs/reference/'],
    ['pagng', '/docs/guides/paging'],
    ['rate_limited', '/docs/guides/errors'],
    ['pagination', '/docs/guides/paging'],
    ['CORS', '/docs/guides/embed'],
    ['auth', '/docs/guides/keys'],
    ['python', '/docs/guides/generated-clients'],
    ['nearTTC', '/docs/guides/filters'],
    ['how would I authenticate anything zzzz', '/docs/guides/keys'],
  ])('finds %s', async (query, path) => {
    expect((await found(query)).paths.some((link) => link.startsWith(path))).toBe(true);
  });

  test('marks code that an excerpt leaves out', async () => {
    const { body } = await found('headers that older clients read');
    expect(body).toMatch(/older clients read: … t and X-RateLimit-Reset/);
  });

  test('says so when there is nothing, and shows what was asked as text', async () => {
    const { body } = await found('<img src=x>zzzz');
    expect(body).toContain('Nothing about “&lt;img src=x&gt;zzzz” was found.');
    expect((await found('')).body).toContain('Type a word');
  });
});

describe('the guides', () => {
  test('name every column, as `npm run golden` writes them', async () => {
    const guide = await readFile(new URL('../../../docs/guides/formats.md', import.meta.url), 'utf8');
    expect(withColumns(guide)).toBe(guide);
  });

  test.each(['', '/fr'])(
    'below “%s/docs/guides” link only to existing pages, and to anchors in them',
    async (language) => {
      const start = await api.askBeside(`${language}/docs/guides`);
      const reference = await api.askBeside(`${language}/docs`);
      const paths = linksOf(start.body + reference.body).filter((path) =>
        path.startsWith(`${language}/docs/`),
      );
      expect(paths.length).toBeGreaterThan(5);
      const starts = [language || '/', ...paths];
      const links = new Set(starts);
      for (const path of starts) {
        const { body } = await api.askBeside(path);
        for (const link of linksOf(body)) links.add(link.startsWith('#') ? path + link : link);
      }
      const pages = new Map<string, TestAnswer>();
      for (const page of new Set([...links].map((link) => link.split('#')[0]!))) {
        // The language switch leads to another page.
        const answer = await api.askBeside(page);
        const other = answer.status === 303 && /[?]lang=/.test(page) && answer.headers['location'];
        pages.set(page, other ? await api.askBeside(other) : answer);
      }
      const isDead = (link: string) => {
        const [page = '', fragment] = link.split('#');
        const { status, body } = pages.get(page)!;
        return (
          status !== 200 || (fragment !== undefined && !body.includes(`id="${decodeURIComponent(fragment)}"`))
        );
      };
      expect([...links].filter(isDead)).toEqual([]);
    },
  );

  test('contain the addresses of the installation', async () => {
    const other = await TestApi.start({
      env: { BASE_URL: 'https://atlas.example', MCP_URL: 'https://mcp.example/mcp' },
    });
    try {
      const { body } = await other.askBeside('/docs/guides/freshness');
      expect(body).toContain('https://atlas.example/api/v1/');
      expect(body).toContain('https://mcp.example/mcp');
      expect(body).not.toContain('localhost');
      const module = (await other.askBeside('/downloads/care_atlas.py')).body;
      expect(module).toContain('CareAtlas("https://atlas.example/api/v1", key)');
      expect(module).not.toContain('localhost');
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
  return Array.from(page.matchAll(/href="([/#][^"]*)"/g), ([, path = '']) => path.replaceAll('&amp;', '&'));
}
