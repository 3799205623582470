import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Note, pendingVersion, withRelease } from './changelog.js';

const HEAD = '# Changelog\n\nAbout the software.\n';
const BEFORE = '\n## 1.0.0 – 2026-11-20\n\n- First.\n';
const NOTES: readonly Note[] = [
  { weight: 'patch', packages: ['@care-atlas/api'], text: 'Answers are right.' },
  {
    weight: 'minor',
    packages: ['@care-atlas/api', '@care-atlas/sync'],
    text: 'A thing that needs\ntwo lines.\n',
  },
  { weight: 'minor', packages: ['@care-atlas/sync'], text: 'Another.' },
];
const RELEASE = `
## 1.1.0 – 2026-12-01

### API and portal

- A thing that needs
  two lines.

### Imports

- Another.

### Fixed

- Answers are right.
`;

it('the newest release comes first, features before fixes', () => {
  expect(withRelease(HEAD + BEFORE, '1.1.0', '2026-12-01', NOTES)).toBe(HEAD + RELEASE + BEFORE);
});

it('the first release comes after the introduction', () => {
  expect(withRelease(HEAD, '1.1.0', '2026-12-01', NOTES)).toBe(HEAD + RELEASE);
});

it('a release without notes is rejected', () => {
  expect(() => withRelease(HEAD, '1.1.0', '2026-12-01', [])).toThrow('There are no notes');
});

it('a release that is announced keeps its text, and gets its day and the notes, each in its section', () => {
  const written = '### Imports\n\n- Written before.';
  const announced = `${HEAD}\n## 1.1.0 – unreleased\n\n- First words.\n\n${written}\n${BEFORE}`;
  expect(pendingVersion(announced)).toBe('1.1.0');
  const made = withRelease(announced, '1.1.0', '2026-12-01', NOTES);
  expect(made).toBe(`${HEAD}
## 1.1.0 – 2026-12-01

- First words.

${written}
- Another.

### API and portal

- A thing that needs
  two lines.

### Fixed

- Answers are right.
${BEFORE}`);
  expect(pendingVersion(made)).toBeUndefined();
});

it('a release that is announced needs no notes', () => {
  const announced = `${HEAD}\n## 1.1.0 – unreleased\n\n- First words.\n${BEFORE}`;
  const made = withRelease(announced, '1.1.0', '2026-12-01', []);
  expect(made).toBe(announced.replace('unreleased', '2026-12-01'));
});

it('every pending note is of packages that there are', () => {
  const root = join(import.meta.dirname, '../..');
  const texts = (pattern: string) =>
    globSync(pattern, { cwd: root }).map((file) => readFileSync(join(root, file), 'utf8'));
  const names = texts('{apps/*,libs/*,tools}/package.json').map(
    (text) => (JSON.parse(text) as { name: string }).name,
  );
  const noted = texts('.changeset/*.md').flatMap(
    (text) => text.match(/(?<=^')@care-atlas\/[^']+(?=': (?:major|minor|patch)$)/gm) ?? [],
  );
  expect(names).toEqual(expect.arrayContaining(noted));
});
