import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { pathToFileURL } from 'node:url';
import { createTestDatabase, type TestDatabase } from '@care-atlas/local-postgres/test-database';
import { feedOf, zipOf } from './binary-files.js';
import { gzipBombOf } from './bombs.js';
import { clinicList, registrations, TestFolder } from './test-import.js';

const MAIN = resolve(import.meta.dirname, '../src/main.ts');
const DEV_REGISTER = pathToFileURL(resolve(import.meta.dirname, '../../../tools/dev-register.mjs')).href;
/**
 * Prints the peak of the resident memory, in kB, at the end of the process. On Linux, `maxRSS` begins with the memory of the
 * process that started it.
 */
const MEASURE = `data:text/javascript,${encodeURIComponent(`
  import { readFileSync } from 'node:fs';
  process.on('exit', () => {
    const peak = process.platform === 'linux'
      ? Number(/VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1])
      : process.resourceUsage().maxRSS;
    process.stderr.write('peak ' + peak);
  });`)}`;

const MAX_MEGABYTES = 400;
const MEGABYTE = 1_000_000;
/** The size of a large table: in memory, its rows would take several times as much. */
const LARGE_MEGABYTES = Number(process.env['LARGE_MEGABYTES'] ?? 40);

let test: TestDatabase;
let folder: TestFolder;
beforeAll(async () => {
  test = await createTestDatabase();
  folder = await TestFolder.make();
});
afterAll(async () => {
  await test.drop();
  await folder.remove();
});

/** A text that is repeated up to a size. */
function* repeated(text: string, megabytes: number): Generator<Uint8Array> {
  const part = Buffer.from(text.repeat(Math.ceil(MEGABYTE / text.length)));
  for (let count = 0; count < megabytes; count++) yield part;
}

/** Imports what some parts make together, and returns the peak of its memory. */
async function measure(source: string, name: string, parts: Iterable<string | Uint8Array>) {
  const path = join(folder.path, name);
  await pipeline(Readable.from(parts, { objectMode: false }), createWriteStream(path));
  const flags = ['--conditions=@care-atlas/source', '--import', DEV_REGISTER, '--import', MEASURE];
  // What is repeated is packed a thousand times smaller than any honest file.
  const env = { PATH: process.env['PATH'], DATABASE_URL: test.url, IMPORT_UNPACKED_RATIO: '100000' };
  const said = await new Promise<{ output: string; errors: string }>((done) => {
    execFile(
      process.execPath,
      [...flags, MAIN, source, path],
      { env, timeout: 100_000 },
      (_error, output, errors) => done({ output, errors }),
    );
  });
  const [, kilobytes] = /peak (\d+)$/.exec(said.errors) ?? [];
  return { ...said, megabytes: Number(kilobytes) / 1000 };
}

const [HEADER, ROW] = registrations({}).split('\n');
const FEATURES = '{"type":"FeatureCollection","features":[';
const TOO_LONG = 'has more than 1000000 characters';

it.each<[string, string, string, () => Iterable<string | Uint8Array>, string]>([
  [
    '5 MB of line feeds',
    'register',
    'a.csv',
    () => repeated('\n', 5),
    'a.csv is empty: a header and rows are expected.',
  ],
  [
    '20 MB of line feeds after a header',
    'register',
    'a.csv',
    () => [`${HEADER}\n`, ...repeated('\n', 20)],
    'a.csv has no rows below its header.',
  ],
  [
    'a row of 100 MB of commas',
    'register',
    'a.csv',
    () => [`${HEADER}\n${ROW}\n`, ...repeated(',', 100)],
    `a.csv, line 3: the row that begins here ${TOO_LONG}`,
  ],
  [
    'a value of 100 MB in quotes',
    'register',
    'a.csv',
    () => [`${HEADER}\n${ROW}\n\n"`, ...repeated('a ', 100), '"\n'],
    `a.csv, line 4: the row that begins here ${TOO_LONG}`,
  ],
  [
    'a value of 100 MB of lines in quotes',
    'register',
    'a.csv',
    () => [`${HEADER}\n${ROW}\n"`, ...repeated('one\n', 100), '"\n'],
    `a.csv, line 3: the row that begins here ${TOO_LONG}`,
  ],
  [
    'a header of 100 MB',
    'register',
    'a.csv',
    () => repeated('column,', 100),
    `a.csv, line 1: the row that begins here ${TOO_LONG}`,
  ],
  [
    'a string of 100 MB',
    'reviews',
    'a.ndjson',
    () => ['{"rating":5}\n{"text":"', ...repeated('a', 100), '"}\n'],
    `a.ndjson, line 2: the line ${TOO_LONG}`,
  ],
  [
    'a JSON object of 20 million levels',
    'reviews',
    'a.ndjson',
    () => repeated('{"a":', 100),
    `a.ndjson, line 1: the line ${TOO_LONG}`,
  ],
  [
    'a feature with a string of 100 MB',
    'clinics',
    'a.geojson',
    () => [`${FEATURES}{"type":"Feature"},{"name":"`, ...repeated('é', 100), '"}]}'],
    `a.geojson, feature 2: it ${TOO_LONG}.`,
  ],
  [
    'a feature with a list of 50 million numbers',
    'clinics',
    'a.geojson',
    () => [`${FEATURES}{"name":[0`, ...repeated(',0', 100), ']}]}'],
    `a.geojson, feature 1: it ${TOO_LONG}.`,
  ],
  [
    'an Esri feature with a string of 100 MB',
    'clinics',
    'a.json',
    () => ['{"fields":[],"features":[{"attributes":{"NAME":"', ...repeated('é', 100), '"}}]}'],
    `a.json, feature 1: it ${TOO_LONG}.`,
  ],
  [
    'a resource of FHIR with a string of 100 MB',
    'clinics',
    'a.ndjson',
    () => ['{"resourceType":"Location","name":"', ...repeated('é', 100), '"}\n'],
    `a.ndjson, line 1: the line ${TOO_LONG}`,
  ],
  [
    'a Bundle of FHIR with an entry of 100 MB',
    'clinics',
    'a.json',
    () => [
      '{"resourceType":"Bundle","entry":[{"resource":{"resourceType":"Location","name":"',
      ...repeated('é', 100),
      '"}}]}',
    ],
    `a.json, entry 1: it ${TOO_LONG}.`,
  ],
  [
    'titles of 100 MB above a header',
    'register',
    'a.csv',
    () => [...repeated('a title\n', 100), `${HEADER}\n${ROW}\n`],
    'a.csv, line 1: the columns',
  ],
  [
    'a member of 100 MB beside the features',
    'clinics',
    'a.geojson',
    () => ['{"type":"FeatureCollection","name":"', ...repeated('a', 100), '","features":[]}'],
    `a.geojson, member "name": it ${TOO_LONG}.`,
  ],
  [
    'a feature of 100 million levels',
    'clinics',
    'a.geojson',
    () => [FEATURES, ...repeated('[', 100)],
    'a.geojson, feature 1: it is nested more than 100 levels deep.',
  ],
  [
    'a line of 300 MB in gzip',
    'register',
    'a.csv.gz',
    () => [gzipBombOf({ head: '', part: 'a', megabytes: 300, tail: '' })],
    `a.csv.gz, line 1: the row that begins here ${TOO_LONG}`,
  ],
  [
    'rows of 900 kB that are all rejected',
    'clinics',
    'a.csv',
    function* rows() {
      const wide = 'x'.repeat(900_000);
      for (let index = 0; index < 40; index++)
        yield clinicList({ id: '', name: wide })
          .split('\n')
          .slice(index > 0 ? 1 : 0)
          .join('\n');
    },
    '40 of 40 rows could not be used',
  ],
  [
    'a file of 2 million lines that are not rows',
    'reviews',
    'a.ndjson',
    () => ['{"rating":5}\n', ...repeated('oops\n', 10)],
    'More than 200000 rows could not be used, or not completely, which no option allows: correct the file.',
  ],
])('%s takes less than 400 MB', async (_what, source, name, parts, sentence) => {
  const { errors, megabytes } = await measure(source, name, parts());
  expect(errors).toContain(sentence);
  expect(megabytes).toBeLessThan(MAX_MEGABYTES);
});

/** A GTFS feed of two stations, with as many stop times of a bus as have a size. */
function feedWithStopTimes(megabytes: number): Uint8Array {
  const feed = feedOf({
    TTC: [
      ['Oak', 43.7, -79.4],
      ['Elm', 43.71, -79.4],
    ],
  });
  const line = 'tb,08:00:00,08:00:00,bus-stop,1\r\n';
  const size = Math.floor((megabytes * MEGABYTE) / line.length) * line.length;
  const times = Buffer.concat([Buffer.from(feed['stop_times.txt']!), Buffer.alloc(size, line)]);
  return zipOf({ ...feed, 'stop_times.txt': times });
}

it('a GTFS feed with large stop times beside small tables is imported in less than 400 MB', async () => {
  const { output, megabytes } = await measure('stations', 'feed.zip', [feedWithStopTimes(LARGE_MEGABYTES)]);
  expect(output).toMatch(/2 +created/);
  expect(megabytes).toBeLessThan(MAX_MEGABYTES);
});
