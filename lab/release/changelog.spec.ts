import { type Note, pendingVersion, withRelease } from './changelog.js';

const HEAD = '# Changelog\n\nAbout the software.\n';
const BEFORE = '\n## 1.0.0 – 2026-11-20\n\n- First.\n';
const NOTES: readonly Note[] = [
  { weight: 'patch', packages: ['@care-atlas/api'], text: 'Answers are right.' },
  {
    weight: 'minor',
    packages: ['@care-atlas/sync', '@care-atlas/api'],
    text: 'A thing that needs\ntwo lines.\n',
  },
  { weight: 'minor', packages: ['@care-atlas/sync'], text: 'Another.' },
];
const RELEASE = `
## 1.1.0 – 2026-12-01

### New for users

- A thing that needs
  two lines.

### New for operators

- Another.

### Mended

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

it('a release that is announced keeps its text, and gets its day and the notes', () => {
  const announced = `${HEAD}\n## 1.1.0 – unreleased\n\n- First words.\n${BEFORE}`;
  expect(pendingVersion(announced)).toBe('1.1.0');
  const made = withRelease(announced, '1.1.0', '2026-12-01', NOTES);
  const [title, ...sections] = RELEASE.trim().split('\n\n');
  expect(made).toBe(`${HEAD}\n${title}\n\n- First words.\n\n${sections.join('\n\n')}\n${BEFORE}`);
  expect(pendingVersion(made)).toBeUndefined();
});
