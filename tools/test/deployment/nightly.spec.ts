import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PROJECT } from './files/project-file.js';

const run = promisify(execFile);
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'care-atlas-nightly-'));
  // Stands for the import: says its words, and ends with the code that is the last of them.
  writeFileSync(
    join(folder, 'program.mjs'),
    `const words = process.argv.slice(2); console.log('ran', ...words); process.exitCode = Number(words.at(-1));`,
  );
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs one night, with a folder for what is kept between nights. */
async function night(...lines: string[]): Promise<{ code: number; ran: string[]; unhealthy: boolean }> {
  const file = join(folder, 'nightly.txt');
  writeFileSync(file, lines.join('\n'));
  const args = [join(PROJECT, 'docker/nightly.mjs'), 'now', file, join(folder, 'program.mjs')];
  const { code, stdout } = await run(process.execPath, args, { env: { TMPDIR: folder } }).then(
    ({ stdout: said }) => ({ code: 0, stdout: said }),
    (error: { code: number; stdout: string }) => error,
  );
  const ran = Array.from(stdout.matchAll(/^ran (.*)$/gm), ([, words]) => words!);
  return { code, ran, unhealthy: existsSync(join(folder, 'nightly-failed')) };
}

it('runs all lines in order and skips comments', async () => {
  const told = await night('# what comes in', 'register a.csv 0', '', '  clinics b.csv 0  ');
  expect(told).toEqual({ code: 0, ran: ['register a.csv 0', 'clinics b.csv 0'], unhealthy: false });
});

it('runs the remaining lines after a failed line, and reports failure', async () => {
  expect(await night('register a.csv 3', 'clinics b.csv 0')).toEqual({
    code: 3,
    ran: ['register a.csv 3', 'clinics b.csv 0'],
    unhealthy: true,
  });
});

it('a successful run makes it healthy again', async () => {
  await night('register a.csv 1');
  expect(await night('register a.csv 0')).toMatchObject({ unhealthy: false });
});

it('prints its usage', async () => {
  const args = [join(PROJECT, 'docker/nightly.mjs'), '25:00', 'file', 'program'];
  await expect(run(process.execPath, args)).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining('HH:MM'),
  });
});
