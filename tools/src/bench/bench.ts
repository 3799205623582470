import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { CommanderError } from 'commander';
import { PROJECT } from '../project.js';
import { requireWrk } from './load.js';
import { type BenchOptions, readBenchOptions } from './options.js';
import { sectionText, updateDocument } from './figures/report.js';
import type { Section } from './section.js';
import { SECTIONS } from './sections/sections.js';

// npm run bench [-- section ...]
const begun = performance.now();

function log(line: string): void {
  const seconds = Math.floor((performance.now() - begun) / 1000);
  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  console.log(`${clock.padStart(6)}  ${line}`);
}

async function runSection(section: Section, { output, ...options }: BenchOptions): Promise<void> {
  const { name, document } = section;
  const started = performance.now();
  const report = await section.run({ ...options, log: (line) => log(`${name}: ${line}`) });
  const text = sectionText(section, report, {
    machine: `${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.version}`,
    date: new Date().toISOString().slice(0, 10),
    rounds: options.rounds,
    minutes: (performance.now() - started) / 60_000,
  });
  mkdirSync(output, { recursive: true });
  const file = join(output, `${document}.md`);
  const existing = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const order = SECTIONS.filter((each) => each.document === document).map((each) => each.name);
  writeFileSync(file, updateDocument(existing, section, text, order));
  execFileSync(join(PROJECT, 'node_modules/.bin/oxfmt'), [file], { stdio: 'inherit' });
  log(`${name}: written to ${file}`);
}

try {
  const words = process.argv.slice(2);
  const options = readBenchOptions(words, SECTIONS, (text) => void process.stderr.write(text));
  requireWrk();
  for (const section of options.sections) await runSection(section, options);
} catch (error) {
  // Commander has already written the help or the error.
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
  else {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
