/**
 * Imports files one after another in one process, for memory.spec.ts. Prints what each said, and the peak of the resident memory
 * in kB during it; elsewhere than on Linux, since the process started.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { runCommand } from '../src/commands/command.js';
import { readLimits } from '../src/limits/read-limits.js';

/** What the kernel takes for this command. */
const RESET_PEAK = '5';

/** On Linux, `maxRSS` begins with the memory of the process that started it. */
function peak(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS;
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))![1]);
}

const results = [];
for (const words of JSON.parse(process.argv[2]!) as string[][]) {
  globalThis.gc!();
  if (process.platform === 'linux') writeFileSync('/proc/self/clear_refs', RESET_PEAK);
  const said = { output: '', errors: '' };
  await runCommand(words, {
    databaseUrl: process.env['DATABASE_URL']!,
    limits: readLimits(process.env),
    clock: () => new Date(),
    actor: 'shell:tester',
    input: Object.assign(Readable.from([]), { isTTY: false }),
    output: { write: (more) => (said.output += more) },
    errorOutput: { isTTY: false, write: (more) => (said.errors += more) },
  });
  results.push({ ...said, kilobytes: peak() });
}
process.stdout.write(JSON.stringify(results));
