import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { LocalExportStore } from '@care-atlas/data/exports';
import { runCommand } from '../src/commands/command.js';
import type { CommandDependencies } from '../src/commands/dependencies.js';
import { facilities, NOW, useImports, withoutProgress } from './test-import.js';

const test = useImports();

/** Runs a command line. */
async function command(
  words: readonly string[],
  exportDir = '',
  more: Partial<Pick<CommandDependencies, 'clock' | 'signal'>> = {},
) {
  const said = { output: '', errors: '' };
  const code = await runCommand(['--database-url', test.url, ...words], {
    databaseUrl: '',
    exports: { folder: exportDir },
    clock: () => NOW,
    ...more,
    actor: 'test',
    input: Readable.from([]),
    output: { write: (more) => (said.output += more) },
    errorOutput: { write: (more) => (said.errors += more) },
  });
  return { code, output: said.output, errors: withoutProgress(said.errors) };
}

async function facilitiesFile(): Promise<string> {
  return test.folder.file('odhf.csv', facilities({ facility_name: 'Maple Health Centre' }));
}

it('an import publishes what it wrote, where a folder is set', async () => {
  const folder = join(test.folder.path, 'exports');
  expect(await command(['odhf', await facilitiesFile()], folder)).toMatchObject({ code: 0 });
  const [published] = await new LocalExportStore(folder).list();
  expect(published).toMatchObject({ createdAt: NOW.toISOString() });
  const records = published!.files.map(({ name, records: count }) => [name, count]);
  expect(records).toContainEqual(['clinics.ndjson.gz', 1]);
});

/** Returns the number of clinics in each export, newest first. */
async function publishedClinics(folder: string): Promise<readonly number[]> {
  const exports = await new LocalExportStore(folder).list();
  return exports.map(({ files }) => files.find(({ name }) => name === 'clinics.ndjson.gz')!.records);
}

it('a correction publishes what it wrote, and one that is withdrawn too', async () => {
  const folder = join(test.folder.path, 'exports');
  await command(['odhf', await facilitiesFile()], folder);
  const { rows } = await test.database.pool.query<{ id: string }>('select id from clinic');
  const hide = ['hide', 'clinic', rows[0]!.id, '--why', 'test'];
  expect(await command(hide, folder)).toMatchObject({ code: 0, errors: '' });
  expect(await publishedClinics(folder)).toEqual([0, 1]);
  expect(await command(['withdraw', '1', '--why', 'test'], folder)).toMatchObject({ code: 0, errors: '' });
  expect(await publishedClinics(folder)).toEqual([1, 0, 1]);
});

it('a correction whose export cannot be written is made, and says so', async () => {
  await command(['odhf', await facilitiesFile()]);
  const { rows } = await test.database.pool.query<{ id: string }>('select id from clinic');
  const file = await test.folder.file('a-file', '');
  const { code, errors } = await command(['hide', 'clinic', rows[0]!.id, '--why', 'test'], file);
  expect(code).toBe(0);
  expect(errors).toContain('The change is made, but its export could not be written');
});

it('the worker publishes what others changed and did not publish', async () => {
  const folder = join(test.folder.path, 'exports');
  await command(['odhf', await facilitiesFile()]);
  const stop = new AbortController();
  // Each look at the clock takes a second.
  let seconds = 0;
  const clock = () => {
    const now = new Date(NOW.getTime() + 1_000 * seconds++);
    void publishedClinics(folder).then(({ length }) => length > 0 && stop.abort());
    return now;
  };
  const words = ['worker', '--spool', join(test.folder.path, 'spool')];
  expect(await command(words, folder, { clock, signal: stop.signal })).toMatchObject({ code: 0, errors: '' });
  expect(await publishedClinics(folder)).toEqual([1]);
});

it('an import publishes nothing otherwise, nor when it is tried only', async () => {
  const folder = join(test.folder.path, 'exports');
  const file = await facilitiesFile();
  expect(await command(['odhf', file, '--dry-run'], folder)).toMatchObject({ code: 0 });
  expect(await command(['odhf', file])).toMatchObject({ code: 0 });
  expect(await readdir(test.folder.path)).not.toContain('exports');
});

it('an import whose export cannot be written succeeds, and says so', async () => {
  const file = join(test.folder.path, 'a-file');
  await writeFile(file, '');
  const { code, output, errors } = await command(['odhf', await facilitiesFile()], file);
  expect(code).toBe(0);
  expect(output).toContain('1');
  expect(errors).toContain('The import succeeded, but its export could not be written');
});

describe('publish', () => {
  it('publishes the newest version once', async () => {
    const folder = join(test.folder.path, 'exports');
    const words = ['publish', '--export-dir', folder];
    expect((await command(words)).output).toMatch(/^Published version \S+ as 15 files\.\n$/);
    expect((await command(words)).output).toMatch(/^Version \S+ was published before\.\n$/);
    const { output } = await command(['--json', ...words]);
    expect(JSON.parse(output)).toMatchObject({ isNew: false, export: { files: expect.any(Array) } });
  });

  it('needs a folder', async () => {
    const { code, errors } = await command(['publish']);
    expect(code).toBe(2);
    expect(errors).toContain('EXPORT_DIR');
  });
});
