import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Outcome, runProgram } from '../../../apps/mcp/test/program.js';
import { CONFORMANCE_SUITE } from '../official-programs.js';

/**
 * Runs everything that a revision of the protocol requires of a server.
 * @returns status 0 when exactly the expected failures occurred
 */
export async function runSuite(url: string, revision: string, expectedFailures: string): Promise<Outcome> {
  const results = await mkdtemp(join(tmpdir(), 'care-atlas-conformance-'));
  const args = ['server', '--url', url, '--requirements', revision, '-o', results];
  const expected = ['--expected-failures', join(import.meta.dirname, expectedFailures)];
  try {
    return await runProgram([CONFORMANCE_SUITE, ...args, ...expected]);
  } finally {
    await rm(results, { recursive: true });
  }
}
