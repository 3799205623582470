import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { BenchDirectory, PROJECT } from './bench-directory.js';
import { type BenchOptions, isSaid, readBenchOptions } from './bench-options.js';
import { measureGrowth } from './growth/growth.js';
import { requireWrk } from './load.js';
import { clocked, type Say } from './progress.js';
import { report } from './report/report.js';
import type { Results } from './results.js';
import { measureScale } from './scale.js';
import { measureThroughput } from './throughput/throughput.js';

const PROFILE = join(PROJECT, 'docs/profile.md');

async function measure({ only, rounds, sizes }: BenchOptions, say: Say): Promise<Results> {
  say(`making an invented directory of ${sizes[0]} doctors`);
  return BenchDirectory.open(sizes[0], async (directory) => {
    const asked = only.has('limit') || only.has('ours') || only.has('peers');
    return {
      throughput: asked ? await measureThroughput(directory, only, rounds, say) : undefined,
      scale: only.has('scale') ? await measureScale(directory, rounds, say) : undefined,
      growth: only.has('growth') ? await measureGrowth(directory, sizes, rounds, say) : undefined,
    };
  });
}

async function bench(options: BenchOptions): Promise<void> {
  requireWrk();
  const begun = performance.now();
  const say = clocked(console.log, () => performance.now());
  const results = await measure(options, say);
  const text = report(results, {
    machine: `${cpus().length} × ${cpus()[0]?.model.trim()}`,
    node: process.version,
    measured: options.only,
    minutes: (performance.now() - begun) / 60_000,
    profile: existsSync(PROFILE),
  });
  writeFileSync(options.output, text);
  // As all documents are: so that a report that was made again differs in its figures only.
  execFileSync(join(PROJECT, 'node_modules/.bin/oxfmt'), [options.output], { stdio: 'inherit' });
  say(`written to ${options.output}`);
}

try {
  await bench(readBenchOptions(process.argv.slice(2), (text) => void process.stderr.write(text)));
} catch (error) {
  // Commander has told what is wrong with the command line, or has shown the help that was asked for.
  if (isSaid(error)) process.exitCode = error.exitCode === 0 ? 0 : 2;
  else {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
