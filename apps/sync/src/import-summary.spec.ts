import { type ImportSummary, summaryText } from './import-summary.js';

function aSummary(facts: Partial<ImportSummary> = {}): ImportSummary {
  return {
    source: 'odhf',
    file: 'list.csv',
    sha256: '0123456789abcdef',
    rows: 1200,
    created: 1,
    updated: 2,
    unchanged: 3,
    leftOut: [{ reason: 'residential care', rows: 1194 }],
    rejected: 0,
    rejections: [],
    version: '7-0a1b2c3d',
    runId: '9',
    ...facts,
  };
}

it('says what was read, what became of it, the new version and what is next', () => {
  expect(summaryText(aSummary(), 'Go home.').split('\n')).toEqual([
    'Imported odhf from list.csv (SHA-256 0123456789ab…). Rows:',
    '  1200 read',
    '     1 created',
    '     2 updated',
    '     3 unchanged',
    '  1194 left out: residential care',
    '     0 rejected',
    'The dataset version is now 7-0a1b2c3d; services that run take it up by themselves.',
    'Go home.',
  ]);
});

it('shows the first ten rejected rows and counts the others', () => {
  const rejections = Array.from({ length: 100 }, (_, index) => ({ line: index + 2, reason: 'No.' }));
  const lines = summaryText(aSummary({ rejected: 250, rejections }), '').split('\n');
  expect(lines.filter((line) => line.endsWith('No.'))).toHaveLength(10);
  expect(lines).toContain('    line 11: No.');
  expect(lines).toContain('    and 240 more');
});
