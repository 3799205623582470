// Imports the files that the parent process names, one after the other, and sends what each import says and the peak of its memory.
import { readFileSync, writeFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { runCommand } from '../src/commands/command.js';
import { readLimits } from '../src/limits/read-limits.js';

/** The output of an import, and the most memory that the process had meanwhile, in kB. */
export interface Measured {
  readonly output: string;
  readonly errors: string;
  readonly kilobytes: number;
}

const isLinux = process.platform === 'linux';

/** Makes the peak that of what follows. Elsewhere than on Linux, it is that of the process. */
function forgetPeak(): void {
  globalThis.gc!();
  if (isLinux) writeFileSync('/proc/self/clear_refs', '5');
}

function peak(): number {
  if (!isLinux) return process.resourceUsage().maxRSS;
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))![1]);
}

async function measure(words: readonly string[]): Promise<Measured> {
  let [output, errors] = ['', ''];
  forgetPeak();
  await runCommand(words, {
    databaseUrl: process.env['DATABASE_URL']!,
    limits: readLimits(process.env),
    clock: () => new Date(),
    actor: 'shell:tester',
    input: Object.assign(Readable.from([]), { isTTY: false }),
    output: { write: (text) => (output += text) },
    errorOutput: { isTTY: false, write: (text: string) => (errors += text) !== '' },
  });
  return { output, errors, kilobytes: peak() };
}

async function answer(words: readonly string[]): Promise<void> {
  process.send!(await measure(words));
}

process.on('message', (words: readonly string[]) => void answer(words));
