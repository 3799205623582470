import { spawn } from 'node:child_process';

const SOURCE = ['--conditions=@care-atlas/source', '--import', '../../tools/dev-register.mjs'];

/** What a program did. */
export interface Outcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program of Node's to its end; what it reads ends where `input` does. */
export function runProgram(
  args: readonly string[],
  { input = '', env = {} }: { readonly input?: string; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: `${import.meta.dirname}/..`,
      env: { ...process.env, ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const said = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const)
      child[name].on('data', (part) => (said[name] += String(part)));
    child.on('error', reject).on('close', (status) => resolve({ status, ...said }));
    child.stdin.end(input);
  });
}

/** Runs a file of this app from source, from the folder of the app. */
export function runSource(file: string, ...args: readonly string[]): Promise<Outcome> {
  return runProgram([...SOURCE, file, ...args]);
}
