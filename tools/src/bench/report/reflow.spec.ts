import { reflow } from './reflow.js';

describe('reflowed Markdown', () => {
  it('has paragraphs of at most 120 characters, with all their words', () => {
    const paragraph = Array.from({ length: 60 }, (_, i) => `word${i}`);
    const reflowed = reflow(`${paragraph.slice(0, 7).join(' ')}\n${paragraph.slice(7).join(' ')}\n`);
    const lines = reflowed.split('\n');
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(120);
    expect(lines[0]!.length).toBeGreaterThan(110);
    expect(reflowed.split(/\s+/).filter(Boolean)).toEqual(paragraph);
  });

  it.each([
    ['headings', '# Long\ntext'],
    ['rows', `| ${'cell '.repeat(40)}|\n| next |`],
    ['code', `\`\`\`sql\nselect\n  ${'x'.repeat(130)} y\n\nfrom t\n\`\`\``],
    ['tags', '<details>\n\n</details>'],
    ['paragraphs apart', 'one\n\ntwo\n'],
  ])('keeps %s', (_, text) => {
    expect(reflow(text)).toBe(text);
  });
});
