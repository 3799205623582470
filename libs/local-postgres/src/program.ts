import { execFile } from 'node:child_process';

/**
 * How the PostgreSQL programs run. The caller's environment is not passed on: PGDATA, PGPORT or a locale would change
 * what the server does, and this library matches the English text of its log.
 */
export const PROGRAM_OPTIONS = {
  cwd: '/',
  env: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' },
};

/** A command line, and the user and group to run it as if they differ from the caller's. */
export interface CommandLine {
  readonly file: string;
  readonly args: readonly string[];
  readonly uid?: number;
  readonly gid?: number;
}

/**
 * Runs a program to completion.
 * @throws an Error with the first lines of the program's error output.
 */
export function runProgram({ file, args, ...ids }: CommandLine): Promise<void> {
  return new Promise((resolve, reject) => {
    execFile(file, args, { ...ids, ...PROGRAM_OPTIONS }, (error, _stdout, stderr) => {
      if (!error) return resolve();
      reject(new Error(firstLines(stderr) || error.message, { cause: error }));
    });
  });
}

/** Returns the first lines of a program's output, for an error message. */
export function firstLines(output: string, count = 8): string {
  return output.trim().split('\n').slice(0, count).join('\n');
}
