import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommanderError } from 'commander';
import { PROJECT } from '../../tools/src/project.js';
import { documentText } from './figures/report.js';
import { requireWrk } from './load.js';
import { readBenchOptions } from './options.js';
import { SECTIONS } from './sections/sections.js';

// npm run bench [-- section ...]
const begun = performance.now();

function log(line: string): void {
  const seconds = Math.floor((performance.now() - begun) / 1000);
  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  console.log(`${clock.padStart(6)}  ${line}`);
}

try {
  const words = process.argv.slice(2);
  const { sections, output, ...options } = readBenchOptions(words, SECTIONS, (text) => {
    process.stderr.write(text);
  });
  requireWrk();
  mkdirSync(output, { recursive: true });
  for (const section of sections) {
    const { name, run } = section;
    const report = await run({ ...options, log: (line) => log(`${name}: ${line}`) });
    const file = join(output, `${name}.md`);
    writeFileSync(file, documentText(section, report, options));
    execFileSync(join(PROJECT, 'node_modules/.bin/oxfmt'), [file], { stdio: 'inherit' });
    log(`${name}: written to ${file}`);
  }
} catch (error) {
  // Commander has already written the help or the error.
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
  else {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
