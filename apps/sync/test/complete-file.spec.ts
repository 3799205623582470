import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { SyncHistory } from '@care-atlas/data/sync';
import { runCommand } from '../src/commands/command.js';
import type { ImportSummary } from '../src/run/import-summary.js';
import { register } from '../src/sources/register.js';
import {
  clinicList,
  clinicsIn,
  directoryIn,
  importFile,
  NOW,
  registrations,
  stationList,
  useImports,
} from './test-import.js';

const DOCTORS = 12;
const NUMBERS = Array.from({ length: DOCTORS }, (_, index) => String(900_001 + index));
const ALL = registrations(...NUMBERS.map(() => ({})));
const [HEADER, ...ROWS] = ALL.trimEnd().split('\n') as [string, ...string[]];
const FIFTH = '900005';
const NOTICE =
  /^No doctor was expired as missing: the registration number of \d+ rejected rows? could not be read\.$/;

const test = useImports();

/** Runs the command and returns what it prints. */
async function command(words: readonly string[]): Promise<string> {
  let printed = '';
  const code = await runCommand(words, {
    databaseUrl: test.url,
    clock: () => NOW,
    actor: 'shell:tester',
    input: Readable.from([]),
    output: { write: (text) => (printed += text) },
    errorOutput: { write: () => undefined },
  });
  expect(code).toBe(0);
  return printed;
}

/** Imports a complete file with the command, with any number of rejected rows. */
async function complete(source: string, name: string, content: string): Promise<ImportSummary> {
  const path = await test.folder.file(name, content);
  const words = source === 'stations' ? [] : ['--complete'];
  const text = await command([source, path, ...words, '--max-rejects', '100%', '--json']);
  return JSON.parse(text) as ImportSummary;
}

/** The register with the row of the fifth doctor changed, and without the row of another. */
function file(change: (row: string) => string, { without = '' } = {}): string {
  const rows = ROWS.filter((row) => without === '' || !row.startsWith(without));
  return `${[HEADER, ...rows.map((row) => (row.startsWith(FIFTH) ? change(row) : row))].join('\n')}\n`;
}

async function expired(): Promise<string[]> {
  const { rows } = await test.database.pool.query<{ number: string }>(
    'select registration_number as number from doctor where expired_at is not null order by 1',
  );
  return rows.map(({ number }) => number);
}

const asCrlf = (text: string) => text.replaceAll('\n', '\r\n');
/** Rows without quotes, so that no line end breaks a quoted value. */
const plain = (text: string) => text.replaceAll('"145 Front Street E, Toronto, ON"', '145 Front Street E');
const asNdjson = (rows: readonly string[]) =>
  rows
    .map((row) => {
      const [registration_number, name] = row.split(',');
      const location = { address: '145 Front Street E', postal_code: 'M5A 1E3' };
      return JSON.stringify({
        registration_number,
        name,
        status: 'Active',
        independent_since: '2009',
        locations: [location],
      });
    })
    .join('\n');

describe('a complete register', () => {
  beforeEach(async () => {
    await complete('register', 'before.csv', ALL);
  });

  // The last doctor is missing, and expires where every rejected row says whom it is about.
  const missing = NUMBERS.at(-1)!;
  it.each<[string, (row: string) => string]>([
    ['has one comma too many', (row) => row.replace('Amara Okafor', 'Okafor, Amara')],
    ['has one comma too few', (row) => row.replace('Woman,', '')],
    ['has one comma too many and a number sign', (row) => `#${row.replace('Amara', 'Okafor, Amara')}`],
    ['is bad and has a number sign', (row) => `#${row.replace('Active', '?')}`],
    ['has leading zeros in its number', (row) => `00${row}`],
    ['is bad and has leading zeros', (row) => `000${row.replace('Active', '?')}`],
  ])('keeps a doctor whose row %s', async (_what, change) => {
    const summary = await complete('register', 'a.csv', file(change, { without: missing }));
    expect(summary).toMatchObject({ rejected: 1, expired: 1, notice: null });
    expect(await expired()).toEqual([missing]);
  });

  it.each<[string, string]>([
    ['a number sign', `#${FIFTH}`],
    ['a number sign and a blank', `# ${FIFTH}`],
  ])('reads a number with %s', async (_what, number) => {
    const text = file((row) => row.replace(FIFTH, number), { without: missing });
    expect(await complete('register', 'a.csv', text)).toMatchObject({
      rejected: 0,
      unchanged: DOCTORS - 1,
      expired: 1,
    });
    expect(await expired()).toEqual([missing]);
  });

  it('rejects a row that repeats a number in another spelling', async () => {
    const text = file((row) => `${row}\n#${row}`, { without: missing });
    const summary = await complete('register', 'a.csv', text);
    expect(summary).toMatchObject({ rejected: 1, expired: 1, notice: null });
    expect(summary.rejections[0]!.reason).toBe('Line 6 already holds this record: keep one of the two rows.');
  });

  it.each<[string, string]>([
    ['without a number', file((row) => row.replace(FIFTH, ''), { without: missing })],
    ['with letters in the number', file((row) => row.replace(FIFTH, '9O0005'), { without: missing })],
    ['with two numbers', file((row) => row.replace(FIFTH, `${FIFTH} 900006`), { without: missing })],
    ['of zeros', file((row) => row.replace(FIFTH, '000'), { without: missing })],
    ['that begins with a comma too many', file((row) => `,${row}`, { without: missing })],
    ['that was cut inside its number', file(() => '9000', { without: missing })],
    ['that two rows run into', file((row) => row + ROWS[5]!, { without: '900006' })],
    ['that was cut where another begins', file((row) => row.slice(0, 20) + ROWS[5]!, { without: '900006' })],
    [
      'of two, because a double quote swallows a line end',
      file((row) => `${row.replace('Amara', '"Amara')}\n${plain(ROWS[5]!).replace('Okafor', 'Okafor"')}`, {
        without: '900006',
      }).replace(/^900005.*$/m, (row) => plain(row)),
    ],
    [
      'over several lines',
      file((row) => row.replace('Active', '?').replace('Front Street E,', 'Front Street E,\n'), {
        without: missing,
      }),
    ],
    [
      'of the rest, after line ends that changed',
      asCrlf(plain([HEADER, ...ROWS.slice(0, 6), ''].join('\n'))) + plain([...ROWS.slice(6), ''].join('\n')),
    ],
    [
      'of the rest, after line ends that became carriage returns',
      `${plain([HEADER, ...ROWS.slice(0, 6)].join('\n'))}\n${plain(ROWS.slice(6).join('\r'))}\n`,
    ],
    [
      'of NDJSON that is broken',
      `${asNdjson(ROWS.slice(0, 4))}\n{"registration_number":"900005\n${asNdjson(ROWS.slice(5))}\n`,
    ],
    [
      'of NDJSON that has two objects',
      `${asNdjson(ROWS.slice(0, 4))}\n${asNdjson(ROWS.slice(4, 6)).replace('\n', '')}\n${asNdjson(ROWS.slice(6))}\n`,
    ],
    [
      'of NDJSON that has the rest after carriage returns',
      `${asNdjson(ROWS.slice(0, 4))}\n${asNdjson(ROWS.slice(4)).replaceAll('\n', '\r')}\n`,
    ],
  ])('expires no doctor because of a rejected row %s, and reports it', async (_what, content) => {
    const summary = await complete('register', 'a.csv', content);
    expect(summary).toMatchObject({ rejected: 1, expired: 0, closed: 0 });
    expect(summary.notice).toMatch(NOTICE);
    expect(await expired()).toEqual([]);
    expect(await readFile(summary.rejectsFile!, 'utf8')).toContain('nothing expires or closes in this run');
    const history = new SyncHistory(test.database);
    const run = await history.run(summary.runId!);
    expect(run).toMatchObject({ status: 'succeeded', complete: true, reason: summary.notice });
    expect((await history.rejects(run!.id))[0]!.reason).toContain('nothing expires or closes in this run');
    expect(await command(['show', run!.id])).toContain(`notice     ${summary.notice}`);
  });

  it('neither confirms nor changes the doctor of a rejected row', async () => {
    const before = (await directoryIn(test.url)).getDoctor(FIFTH).value.doctor;
    await complete(
      'register',
      'a.csv',
      file((row) => row.replace('Amara', 'Other').replace('Active', '?')),
    );
    const after = (await directoryIn(test.url)).getDoctor(FIFTH).value.doctor;
    expect(after).toEqual(before);
  });

  it('reports in its text, also for a dry run, why no doctor was expired', async () => {
    const path = await test.folder.file(
      'a.csv',
      file((row) => row.replace(FIFTH, 'none'), { without: missing }),
    );
    const words = ['register', path, '--complete', '--max-rejects', '1'];
    const notice =
      '\nNo doctor was expired as missing: the registration number of 1 rejected row could not be read.\n';
    expect(await command([...words, '--dry-run'])).toContain(notice);
    expect(await command(words)).toContain(notice);
  });

  it('still expires a doctor whom the register itself calls expired', async () => {
    const text = file((row) => row.replace(FIFTH, 'none')).replace(/^(900006.*),Active,/m, '$1,Expired,');
    expect(await complete('register', 'a.csv', text)).toMatchObject({ expired: 1 });
    expect(await expired()).toEqual(['900006']);
  });

  it('that could be read once more expires who is missing', async () => {
    const text = file((row) => row.replace(FIFTH, 'none'), { without: missing });
    expect(await complete('register', 'a.csv', text)).toMatchObject({ expired: 0 });
    expect(
      await complete(
        'register',
        'b.csv',
        file((row) => row, { without: missing }),
      ),
    ).toMatchObject({
      expired: 1,
      notice: null,
    });
  });

  it('is refused by the guard when the rejected rows say whom they are about and too many are missing', async () => {
    const path = await test.folder.file(
      'a.csv',
      `${[HEADER, ROWS[0], `#${ROWS[4]!.replace('Active', '?')}`].join('\n')}\n`,
    );
    await expect(
      importFile(register, path, test.url, { complete: true, maxRejects: { count: 1 } }),
    ).rejects.toThrow('This run would expire 10 of 12 active registrations');
  });
});

it('a partial register reports nothing about missing doctors', async () => {
  const path = await test.folder.file(
    'a.csv',
    file((row) => row.replace(FIFTH, 'none')),
  );
  const summary = await importFile(register, path, test.url, { maxRejects: { count: 1 } });
  expect(summary).toMatchObject({ rejected: 1, notice: null });
  expect(summary.rejections[0]!.reason).not.toContain('expires');
});

it('a value in double quotes may hold several lines', async () => {
  const text = file((row) => row.replace('Front Street E,', 'Front Street E,\n'));
  expect(await complete('register', 'a.csv', text)).toMatchObject({ created: DOCTORS, rejected: 0 });
});

it('a complete list of clinics closes nothing because of a rejected row without an id, and reports it', async () => {
  await complete('clinics', 'before.csv', clinicList({}, {}, {}));
  const summary = await complete('clinics', 'a.csv', clinicList({}, { id: '' }));
  expect(summary).toMatchObject({ rejected: 1, closed: 0 });
  expect(summary.notice).toBe('No clinic was closed as missing: the id of 1 rejected row could not be read.');
  expect((await clinicsIn(test.url)).size).toBe(3);

  const readable = await complete('clinics', 'b.csv', clinicList({}, { name: '' }));
  expect(readable).toMatchObject({ rejected: 1, closed: 1, notice: null });
});

it('a list of stations removes nothing because of a rejected row without a name, and reports it', async () => {
  const other = { name: 'Queen', lat: '43.652', lng: '-79.379' };
  await complete('stations', 'before.csv', stationList({}, other));
  const summary = await complete('stations', 'a.csv', stationList({}, { name: '' }));
  expect(summary).toMatchObject({ rejected: 1, closed: 0 });
  expect(summary.notice).toBe(
    'No station was removed as missing: the name of 1 rejected row could not be read.',
  );
  const readable = await complete('stations', 'b.csv', stationList({}));
  expect(readable).toMatchObject({ closed: 1, notice: null });
});
