import { tableText } from './table.js';
import type { Terminal } from './terminal.js';

describe('a table', () => {
  const terminal = { columns: undefined, colors: false } as Terminal;
  const rows = [
    ['NAME', 'AWAY', 'CLINIC'],
    ['Dr. Élise \u001b[2J\u009b31mTremblay\u202e', '', 'A clinic with a long name'],
    ['Dr. Wei Chen', '', 'B'],
  ];

  test('leaves out columns without values, and what would control the terminal', () => {
    expect(tableText(rows, terminal)).toBe(
      'NAME                         CLINIC\nDr. Élise  [2J 31mTremblay   A clinic with a long name\nDr. Wei Chen                 B\n',
    );
  });

  test.each([60, 30, 18])('fits a window of %i characters', (columns) => {
    const lines = tableText(rows, { ...terminal, columns })
      .trimEnd()
      .split('\n');
    expect(lines).toHaveLength(3);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(columns);
  });
});
