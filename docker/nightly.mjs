// node docker/nightly.mjs now|HH:MM FILE PROGRAM
// Runs imports: each line of FILE is the words of one, such as "register /imports/register.csv.gz --complete"; empty
// lines and those that begin with # do not count. With "now" once, ending with the first exit code that is not 0; with
// a time (UTC) every night at that time. A line that fails keeps no other from running: each import is all or nothing.
// No shell reads the lines: words are parted by blanks, and there are no quotes.
import { spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Is there from a night that failed until one that did not: the container's health. */
const FAILED = join(tmpdir(), 'nightly-failed');
const DAY_MS = 86_400_000;

const [when = '', file = '', program = ''] = process.argv.slice(2);
const time = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(when);
if (program === '' || (when !== 'now' && !time)) {
  console.error('node docker/nightly.mjs now|HH:MM FILE PROGRAM');
  process.exit(2);
}

let child;
process.on('SIGTERM', stop).on('SIGINT', stop);
if (when === 'now') process.exitCode = await night();
else await everyNight();

async function everyNight() {
  for (;;) {
    const next = new Date();
    next.setUTCHours(Number(time[1]), Number(time[2]), 0, 0);
    if (next <= new Date()) next.setTime(next.getTime() + DAY_MS);
    console.log(`nightly: the next imports begin at ${next.toISOString()}.`);
    await new Promise((resolve) => setTimeout(resolve, next - Date.now()));
    await night();
  }
}

async function night() {
  let worst = 0;
  try {
    const lines = readFileSync(file, 'utf8').split('\n');
    for (const line of lines.map((each) => each.trim()).filter((each) => each && !each.startsWith('#'))) {
      const code = await run(line.split(/\s+/));
      console.log(`nightly: "${line}" ended with ${code}.`);
      worst ||= code;
    }
  } catch (error) {
    console.error(`nightly: ${error.message}`);
    worst = 1;
  }
  if (worst === 0) rmSync(FAILED, { force: true });
  else writeFileSync(FAILED, '');
  return worst;
}

function run(words) {
  child = spawn(process.execPath, [...process.execArgv, program, ...words], { stdio: 'inherit' });
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
}

function stop() {
  if (child?.exitCode === null) child.once('exit', () => process.exit(0)).kill('SIGTERM');
  else process.exit(0);
}
