import { type Note, withRelease } from './changelog.js';

const HEAD = '# Changelog\n\nAbout the software.\n';
const BEFORE = '\n## 1.0.0 – 2026-11-20\n\n- First.\n';
const NOTES: readonly Note[] = [
  { weight: 'patch', text: 'Answers are right.' },
  { weight: 'minor', text: 'A thing that needs\ntwo lines.\n' },
  { weight: 'minor', text: 'Another.' },
];
const RELEASE = `
## 1.1.0 – 2026-12-01

### New

- A thing that needs
  two lines.
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
