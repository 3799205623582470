import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const SUITE = join(
  dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json')),
  'dist/index.js',
);

/** How a run of the official suite ended: 0 when what failed is exactly what was expected to. */
export interface SuiteRun {
  readonly status: number | null;
  readonly output: string;
}

/** Runs everything that a revision of the protocol requires of a server. */
export async function runSuite(url: string, revision: string, expectedFailures: string): Promise<SuiteRun> {
  const results = await mkdtemp(join(tmpdir(), 'care-atlas-conformance-'));
  const args = ['server', '--url', url, '--requirements', revision, '-o', results];
  try {
    return await run([...args, '--expected-failures', join(import.meta.dirname, expectedFailures)]);
  } finally {
    await rm(results, { recursive: true });
  }
}

function run(args: readonly string[]): Promise<SuiteRun> {
  return new Promise((resolve, reject) => {
    const suite = spawn(process.execPath, [SUITE, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [suite.stdout, suite.stderr]) stream.on('data', (part) => (output += String(part)));
    suite.on('error', reject).on('close', (status) => resolve({ status, output }));
  });
}
