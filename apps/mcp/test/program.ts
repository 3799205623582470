import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const SOURCE = ['--conditions=@care-atlas/source', '--import', '../../tools/dev-register.mjs'];
const require = createRequire(import.meta.url);

/** The official inspector, and the official conformance suite. */
export const INSPECTOR = fileOf('@modelcontextprotocol/inspector', 'clients/launcher/build/index.js');
export const CONFORMANCE_SUITE = fileOf('@modelcontextprotocol/conformance', 'dist/index.js');

function fileOf(library: string, path: string): string {
  return join(dirname(require.resolve(`${library}/package.json`)), path);
}

/** The result of a program. */
export interface Outcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a Node program to its end, in the folder of this app. Its standard input is empty. */
export function runProgram(
  args: readonly string[],
  { env = {} }: { readonly env?: NodeJS.ProcessEnv } = {},
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: `${import.meta.dirname}/..`,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const)
      child[name].on('data', (part) => (output[name] += String(part)));
    child.on('error', reject).on('close', (status) => resolve({ status, ...output }));
  });
}

/** Runs a file of this app from source. */
export function runSource(file: string, ...args: readonly string[]): Promise<Outcome> {
  return runProgram([...SOURCE, file, ...args]);
}
