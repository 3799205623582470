import { existsSync, globSync, readFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { isWellFormedKey, makeKey } from '@care-atlas/domain/access';
import { VARIABLES } from '@care-atlas/server/configuration';
import { PROJECT } from '../../src/project.js';

const read = (file: string) => readFileSync(join(PROJECT, file), 'utf8');
const DOCUMENTS = globSync(
  ['*.md', 'docs/**/*.md', '{apps,libs,docker,tools}/{*,*/*}/README.md', 'lab/{README.md,*/README.md}'],
  {
    cwd: PROJECT,
    // Reports are written by the benchmarks.
    exclude: ['docs/benchmarks*.md'],
  },
);

/** The headings of a document as GitHub names them in links. */
function headingsOf(file: string): string[] {
  return Array.from(read(file).matchAll(/^#+ (.+)$/gm), ([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  );
}

describe('the documents', () => {
  it('name only npm scripts that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const known = new Set([...Object.keys(scripts), 'ci', 'install']);
    const named = DOCUMENTS.flatMap((file) =>
      Array.from(
        read(file).matchAll(/npm (?:run (?:--silent )?)?(ci|start|test|(?<=run |--silent )[\w:-]+)/g),
        ([, script]) => script!,
      ),
    );
    expect(named.filter((script) => !known.has(script))).toEqual([]);
    expect(named.length).toBeGreaterThan(10);
  });

  it('link only to files and headings that exist', () => {
    // A link that begins with a slash is an address of the service.
    const links = DOCUMENTS.flatMap((file) =>
      Array.from(read(file).matchAll(/\]\((?!https?:|\/)([^)#]*)#?([^)]*)\)/g), ([, path, heading]) => ({
        file: path === '' ? file : join(dirname(file), path!),
        heading: heading!,
      })),
    );
    expect(links.filter(({ file }) => !existsSync(join(PROJECT, file)))).toEqual([]);
    const toHeadings = links.filter(({ heading }) => heading !== '');
    expect(toHeadings.filter(({ file, heading }) => !headingsOf(file).includes(heading))).toEqual([]);
    expect([links.length > 100, toHeadings.length > 8]).toEqual([true, true]);
  });

  it('name only source files that exist', () => {
    const paths = Array.from(
      read('ARCHITECTURE.md').matchAll(/`((?:libs|apps|tools|lab)\/[\w./-]+\.ts)`/g),
      ([, path]) => path!,
    );
    expect(paths.filter((path) => !existsSync(join(PROJECT, path)))).toEqual([]);
    expect(paths.length).toBeGreaterThan(5);
  });

  it('name an existing proof or a remark for every security promise', () => {
    const rows = Array.from(
      read('docs/operate/security.md').matchAll(/^\| (\d+) +\|(.*)\|$/gm),
      ([, number, rest]) => {
        const [, proof = '', state = '', remark = ''] = rest!.split('|').map((cell) => cell.trim());
        const files = Array.from(proof.matchAll(/`([^`]+)`/g), ([, file]) => file!);
        return { number: Number(number), files, state, remark };
      },
    );
    expect(rows.map(({ number }) => number)).toEqual(rows.map((_, index) => index + 1));
    expect(rows.length).toBeGreaterThanOrEqual(71);
    expect(rows.flatMap(({ files }) => files).filter((file) => !existsSync(join(PROJECT, file)))).toEqual([]);
    expect(rows.filter(({ state, files }) => state === 'proven' && files.length === 0)).toEqual([]);
    expect(rows.filter(({ state, remark }) => state !== 'proven' && remark === '')).toEqual([]);
  });

  it('show a correct key pattern for secret scanners', () => {
    const text = read('docs/guides/keys.md');
    const [, pattern] = /```\n(\\bcare_.*)\n```/.exec(text)!;
    const key = makeKey('gateway', randomBytes);
    const [found, kind, random, sum] = new RegExp(pattern!).exec(`a text with ${key}, and more`)!;
    expect([found, kind, `${random}${sum}`]).toEqual([key, 'gateway', key.slice(-38)]);
    const example = /random part is\s`(\w{32})`. Its CRC-32 is (\d+), in base 62 `(\w{6})`/.exec(text)!;
    expect(Number(example[2])).toBe(crc32(example[1]!));
    expect(isWellFormedKey(`care_live_${example[1]}${example[3]}`)).toBe(true);
    for (const [shown] of text.matchAll(new RegExp(pattern!, 'g')))
      expect(isWellFormedKey(shown)).toBe(false);
  });

  it('show the configured sandbox key', () => {
    expect(read('README.md')).toContain(VARIABLES.SANDBOX_KEY.fallback);
  });
});
