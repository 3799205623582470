import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { VARIABLES } from '@care-atlas/server/configuration';

const PROJECT = resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(PROJECT, file), 'utf8');
const DOCUMENTS = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'docs/configuration.md',
  'docs/imports.md',
];

describe('the documents', () => {
  it('name only npm scripts that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const known = new Set([...Object.keys(scripts), 'ci', 'install']);
    const named = DOCUMENTS.flatMap((file) =>
      Array.from(
        read(file).matchAll(/npm (?:run )?(ci|start|test|(?<=run )[\w:-]+)/g),
        ([, script]) => script!,
      ),
    );
    expect(named.filter((script) => !known.has(script))).toEqual([]);
    expect(named.length).toBeGreaterThan(10);
  });

  it('link only to files that exist', () => {
    const links = DOCUMENTS.flatMap((file) =>
      Array.from(read(file).matchAll(/\]\((?!https?:)([^)#]+)/g), ([, link]) => join(dirname(file), link!)),
    );
    expect(links.filter((link) => !existsSync(join(PROJECT, link)))).toEqual([]);
    expect(links.length).toBeGreaterThan(8);
  });

  it('name only source files that exist', () => {
    const paths = Array.from(
      read('ARCHITECTURE.md').matchAll(/`((?:libs|apps|tools)\/[\w./-]+\.ts)`/g),
      ([, path]) => path!,
    );
    expect(paths.filter((path) => !existsSync(join(PROJECT, path)))).toEqual([]);
    expect(paths.length).toBeGreaterThan(5);
  });

  it('carry the sandbox key that is configured', () => {
    expect(read('README.md')).toContain(VARIABLES.SANDBOX_KEY.fallback);
  });
});
