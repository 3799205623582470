import { type ImportSummary, summaryText } from './import-summary.js';

function aSummary(facts: Partial<ImportSummary> = {}): ImportSummary {
  return {
    source: 'odhf',
    file: 'list.csv',
    sha256: '0123456789abcdef',
    dryRun: false,
    complete: false,
    map: null,
    rows: 1200,
    created: 1,
    updated: 2,
    unchanged: 3,
    expired: 0,
    unexpired: 0,
    opened: 0,
    closed: 0,
    reopened: 0,
    kept: 0,
    waiting: 0,
    matched: 0,
    leftOut: [{ reason: 'residential care', rows: 1194 }],
    notes: [],
    unknownColumns: [],
    rejected: 0,
    rejections: [],
    noted: 0,
    fieldNotes: [],
    rejectsFile: null,
    notice: null,
    removedSample: null,
    report: {
      fields: [],
      expiries: [],
      notes: [],
      positionsOff: 0,
      sharedPhones: { moreThan: 3, count: 0, phones: [] },
    },
    differences: [],
    seconds: 1.5,
    version: '7-0a1b2c3d',
    runId: '0a1b2c3d-0000-4000-8000-000000000000',
    ...facts,
  };
}

it('shows the counts, the new version and what to do next', () => {
  expect(summaryText(aSummary(), 'Go home.').split('\n')).toEqual([
    'Imported odhf from list.csv (SHA-256 0123456789ab…). Rows:',
    '  1200 read',
    '     1 created',
    '     2 updated',
    '     3 unchanged',
    '  1194 left out: residential care',
    '     0 rejected',
    'The dataset version is now 7-0a1b2c3d; running services load it automatically.',
    'To see every change: npm run sync -- diff 0a1b2c3d',
    'Go home.',
  ]);
});

it('shows the first ten rejected rows and counts the others', () => {
  const rejections = Array.from({ length: 100 }, (_, index) => ({
    kind: 'row' as const,
    line: index + 2,
    column: 'name',
    value: 'x',
    reason: 'No.',
  }));
  const lines = summaryText(aSummary({ rejected: 250, rejections }), '').split('\n');
  expect(lines.filter((line) => line.endsWith('No.'))).toHaveLength(10);
  expect(lines).toContain('    line 11: No.');
  expect(lines).toContain('    and 240 more');
});

it('shows other counts only where they are not zero', () => {
  const lines = summaryText(aSummary({ expired: 12, kept: 1 }), '').split('\n');
  expect(lines).toContain('    12 doctors expired');
  expect(lines).toContain('     1 clinics kept open because a listed doctor practices there');
  expect(lines.filter((line) => line.includes('active again'))).toEqual([]);
});

it('ends with what changed, expired and was left out', () => {
  const report = {
    fields: [
      { record: 'doctor', field: 'gender', records: 12 },
      { record: 'clinic', field: 'phone', records: 4 },
    ],
    expiries: [
      { cause: 'Suspended', doctors: 2 },
      { cause: 'missing', doctors: 1 },
    ],
    notes: [{ column: 'location_1_phone', rows: 3 }],
    positionsOff: 2,
    sharedPhones: { moreThan: 3, count: 1, phones: [{ phone: '+1-416-555-0101', addresses: 5 }] },
  } as const;
  const lines = summaryText(aSummary({ report }), 'Go home.').split('\n');
  expect(lines.slice(lines.indexOf('Go home.') + 1)).toEqual([
    'Fields that changed:',
    '  12 doctor gender',
    '   4 clinic phone',
    'Doctors that expired, by status:',
    '  2 Suspended',
    '  1 missing from the complete file',
    'Values left out, by column:',
    '  3 location_1_phone',
    'Positions far from their postal area: 2',
    'Telephones at more than 3 addresses (1):',
    '  5 addresses with +1-416-555-0101',
  ]);
});

it('shows what a dry run would change, field by field', () => {
  const differences = [
    { record: 'doctor', key: '900001', change: 'updated', fields: { name: ['Dr. A B', 'Dr. A C'] } },
    { record: 'doctor', key: '900002', change: 'created', fields: null },
  ] as const;
  const lines = summaryText(aSummary({ dryRun: true, version: null, runId: null, differences }), '').split(
    '\n',
  );
  expect(lines[0]).toMatch(/^Dry run, nothing imported: odhf from list\.csv/);
  expect(lines.slice(-4)).toEqual([
    'The first changes (2) would be:',
    '  updated doctor 900001',
    '    name: Dr. A B -> Dr. A C',
    '  created doctor 900002',
  ]);
});
