import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';

/** Runs promtool of this machine. @throws with what it reports */
export function promtool(...args: string[]): string {
  try {
    return execFileSync('promtool', args, { encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as { stdout?: string; stderr?: string } & Error;
    throw new Error(`${message}\n${stdout}${stderr}`, { cause: error });
  }
}

/**
 * Runs `promtool test rules` on unit tests, given in the form of its files.
 * @param interval how often the rules are evaluated
 * @returns what it reports: the end is SUCCESS if all pass, otherwise there is a part for each test that fails, by its name
 */
export function reportOfRules(
  ruleFiles: readonly string[],
  interval: string,
  tests: readonly object[],
): string {
  const folder = mkdtempSync(join(tmpdir(), 'care-atlas-rules-'));
  try {
    const file = join(folder, 'test.yaml');
    writeFileSync(file, stringify({ rule_files: ruleFiles, evaluation_interval: interval, tests }));
    const { error, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' });
    if (error) throw error;
    return stdout + stderr;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
