import { type ImportSummary, summaryText } from './import-summary.js';

function aSummary(facts: Partial<ImportSummary> = {}): ImportSummary {
  return {
    source: 'odhf',
    file: 'list.csv',
    sha256: '0123456789abcdef',
    dryRun: false,
    complete: false,
    map: null,
    extractedAt: '2026-11-20T15:42:10.500Z',
    repeats: false,
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
    lacks: [],
    differences: [],
    changed: 0,
    seconds: 1.5,
    version: '7-0a1b2c3d',
    runId: '0a1b2c3d-0000-4000-8000-000000000000',
    ...facts,
  };
}

it('shows the counts, the new version and what to do next', () => {
  expect(summaryText(aSummary(), { next: 'Go home.' }).split('\n')).toEqual([
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

it('shows the examples of a note below its count, and the number of its other rows', () => {
  const notes = [
    { reason: 'a', rows: 1, examples: ['x'] },
    { reason: 'b', rows: 5, examples: ['y', 'z'] },
  ];
  const lines = summaryText(aSummary({ notes }), { next: '' }).split('\n');
  const start = lines.indexOf('     1 with a');
  expect(lines.slice(start, start + 6)).toEqual([
    '     1 with a',
    '    x',
    '     5 with b',
    '    y',
    '    z',
    '    and 3 more',
  ]);
});

it('shows the first ten rejected rows, with the beginning of a long reason, and counts the others', () => {
  const rejections = Array.from({ length: 100 }, (_, index) => ({
    kind: 'row' as const,
    line: index + 2,
    column: 'name',
    value: 'x',
    reason: index === 0 ? `One of: ${'word; '.repeat(200)}` : 'No.',
  }));
  const lines = summaryText(aSummary({ rejected: 250, rejections }), { next: '' }).split('\n');
  expect(lines.filter((line) => line.endsWith('No.'))).toHaveLength(9);
  expect(lines.find((line) => line.startsWith('    line 2: One of: word;'))).toMatch(/^.{200,420}…$/);
  expect(lines).toContain('    line 11: No.');
  expect(lines).toContain('    and 240 more');
});

it('shows other counts only where they are not zero', () => {
  const lines = summaryText(aSummary({ expired: 12, kept: 1 }), { next: '' }).split('\n');
  expect(lines).toContain('    12 doctors expired');
  expect(lines).toContain('     1 clinic kept open because a listed doctor practices there');
  expect(lines.filter((line) => line.includes('active again'))).toEqual([]);
});

it('has the lines of the rows that were left out', () => {
  const leftOut = [
    { reason: 'places that are closed', rows: 1, lines: [7] },
    { reason: 'places elsewhere', rows: 12, lines: [2, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14, 15] },
    { reason: 'records that a newer extract described', rows: 1, lines: [] },
  ];
  const { report } = aSummary();
  const lines = summaryText(aSummary({ report: { ...report, leftOut } }), { next: '' }).split('\n');
  expect(lines.filter((line) => line.includes('left out'))).toEqual([
    '     1 left out: places that are closed (line 7)',
    '    12 left out: places elsewhere (lines 2, 4, 5, 6, 8, 9, 10, 11, 12, 13, …)',
    '     1 left out: records that a newer extract described',
  ]);
});

it('speaks of one record, and of the records of the source', () => {
  const text = (facts: Partial<ImportSummary>) => summaryText(aSummary(facts), { next: '' });
  expect(text({ unexpired: 1, closed: 1 })).toMatch(/1 doctor active again\n +1 clinic closed\n/);
  expect(text({ closed: 2 })).toMatch(/2 clinics closed\n/);
  expect(text({ source: 'stations', closed: 2 })).toMatch(/2 stations removed\n/);
});

it('says what would be removed of the sample, and how the rejects file is imported', () => {
  const removedSample = { doctors: 300, clinics: 40 };
  const text = (dryRun: boolean) =>
    summaryText(aSummary({ dryRun, removedSample }), { next: '', mending: 'npm run sync -- odhf x.csv' });
  expect(text(true)).toContain('\nWould remove sample data: 300 doctors and 40 clinics.\n');
  expect(text(false)).toContain('\nRemoved sample data: 300 doctors and 40 clinics.\n');
  expect(text(false)).toContain(
    '\nCorrect the values in that file, and import it: npm run sync -- odhf x.csv\n',
  );
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
  const lines = summaryText(aSummary({ report }), { next: 'Go home.' }).split('\n');
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
    {
      record: 'doctor',
      key: '900001',
      name: 'Dr. A C',
      change: 'updated',
      fields: { name: ['Dr. A B', 'Dr. A C'] },
    },
    { record: 'review', key: 'r-1', name: null, change: 'created', fields: null },
    {
      record: 'clinic',
      key: 'c-1',
      name: 'Maple Clinic',
      change: 'updated',
      fields: {
        openingHours: [
          [
            [1, 540, 720],
            [1, 780, 1020],
            [2, 540, 720],
            [2, 780, 1020],
            [6, 600, null],
          ],
          [],
        ],
        hoursNote: ['', 'By appointment.'],
      },
    },
  ] as const;
  const lines = summaryText(
    aSummary({ dryRun: true, version: null, runId: null, differences, changed: 1_703 }),
    {
      next: '',
    },
  ).split('\n');
  expect(lines[0]).toMatch(/^Dry run, nothing imported: odhf from list\.csv/);
  expect(lines.slice(-8)).toEqual([
    'The first changes (3) would be:',
    '  updated doctor 900001 (Dr. A C)',
    '    name: Dr. A B -> Dr. A C',
    '  created review r-1',
    '  updated clinic c-1 (Maple Clinic)',
    '    opening hours: Mon-Tue 09:00-12:00, 13:00-17:00; Sat 10:00+ -> (nothing)',
    '    hours note: (nothing) -> By appointment.',
    '  and 1700 more',
  ]);
});
