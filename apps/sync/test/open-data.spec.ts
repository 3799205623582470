import { join } from 'node:path';
import { Readable } from 'node:stream';
import { runCommand } from '../src/commands/command.js';
import { clinics } from '../src/sources/clinics.js';
import { odhf } from '../src/sources/odhf.js';
import { register } from '../src/sources/register.js';
import { clinicsIn, directoryIn, EXAMPLES, importFile, ODHF_FILE, useImports } from './test-import.js';

const test = useImports();

async function openData(...words: readonly string[]) {
  const said = { output: '', errors: '' };
  const code = await runCommand(['open-data', ...words], {
    databaseUrl: test.url,
    clock: () => new Date(),
    actor: 'shell:tester',
    input: Object.assign(Readable.from([]), { isTTY: false }),
    output: { write: (more) => (said.output += more) },
    errorOutput: { isTTY: false, write: (more) => (said.errors += more) },
  });
  return { code, ...said };
}

it('fills an empty directory with places of which it says what is not known', async () => {
  const { code, output } = await openData();
  expect({ code, rows: output.match(/^ +\d+ created$/gm) }).toEqual({
    code: 0,
    rows: ['  70 created', '  130 created'],
  });
  const directory = await directoryIn(test.url);
  const { total, clinics: listed } = directory.listClinics({ include: ['notes'] }).value;
  expect(total).toBe(130);
  for (const { notes } of listed)
    expect(notes).toEqual(
      expect.arrayContaining([
        'The record comes from open data of 2020-08-07.',
        'Whether new patients are accepted is not known.',
        'The opening hours are not known.',
      ]),
    );
  const near = directory.listClinics({ nearTTC: true }).value.total;
  expect(near).toBeGreaterThan(0);
});

it('names publishers and licenses, and the age of the files', async () => {
  await openData();
  const { sources } = (await directoryIn(test.url)).listSources().value;
  expect(sources).toMatchObject([
    { name: 'crossings' },
    {
      name: 'odhf',
      publisher: 'Statistics Canada',
      licence: 'Open Government Licence – Canada',
      retrievedAt: '2020-08-07T00:00:00.000Z',
    },
    { name: 'places' },
    { name: 'stations', licence: 'ODbL 1.0', retrievedAt: '2026-11-20T00:00:00.000Z' },
  ]);
});

it('replaces a sample, which a dry run leaves', async () => {
  await importFile(clinics, join(EXAMPLES, 'clinics.csv'), test.url);
  await importFile(register, join(EXAMPLES, 'register.csv'), test.url);
  await test.database.query(`update clinic set origin = 'sample'`);
  await test.database.query(`update doctor set registration_status = ''`);
  const sample = await clinicsIn(test.url);
  const dry = await openData('--dry-run');
  expect(dry).toMatchObject({ code: 0 });
  expect(dry.output.match(/(?:Would remove|Removed) sample data/g)).toEqual(['Would remove sample data']);
  expect(await clinicsIn(test.url)).toEqual(sample);
  const { code, output } = await openData();
  expect({ code, removed: output.match(/^Removed sample data/gm) }).toEqual({
    code: 0,
    removed: ['Removed sample data'],
  });
  const origins = Array.from((await clinicsIn(test.url)).values(), ({ origin }) => origin);
  expect([origins.length, ...new Set(origins)]).toEqual([130, 'open-data']);
});

it('changes nothing the second time, and prints an object for each file with --json', async () => {
  await openData();
  const { code, output } = await openData('--json');
  const summaries = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as object);
  expect(code).toBe(0);
  expect(summaries).toMatchObject([
    { source: 'stations', created: 0, unchanged: 70 },
    { source: 'odhf', created: 0, unchanged: 130, updated: 0 },
  ]);
});

it('leaves alone what a later import of the facilities described, and says so', async () => {
  await importFile(odhf, ODHF_FILE, test.url, { extractedAt: new Date('2026-01-01T00:00:00Z') });
  const before = await clinicsIn(test.url);
  const { code, output } = await openData();
  expect({
    code,
    older: output.match(/^ *130 left out: records that a newer extract described$/gm)?.length,
  }).toEqual({
    code: 0,
    older: 1,
  });
  expect([...(await clinicsIn(test.url)).keys()]).toEqual([...before.keys()]);
});
