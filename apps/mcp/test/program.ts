import { spawn } from 'node:child_process';

const SOURCE = ['--conditions=@care-atlas/source', '--import', '../../tools/dev-register.mjs'];

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
