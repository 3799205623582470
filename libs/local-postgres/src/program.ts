import { execFile } from 'node:child_process';

/**
 * The whole environment of the programs of PostgreSQL. The caller's is kept away from them: PGDATA, PGPORT or
 * a locale there would change what the server does, and the words of its log are read by this library.
 */
export const PROGRAM_ENVIRONMENT = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  LC_ALL: 'C',
};

/** A command line, and the ids to run it under where they differ from the caller's. */
export interface CommandLine {
  readonly file: string;
  readonly args: readonly string[];
  readonly uid?: number;
  readonly gid?: number;
}

/** Runs a program to its end. Its errors are worded by what the program wrote. */
export function runProgram({ file, args, ...ids }: CommandLine): Promise<void> {
  return new Promise((resolve, reject) => {
    execFile(file, args, { ...ids, cwd: '/', env: PROGRAM_ENVIRONMENT }, (error, _stdout, stderr) => {
      if (!error) return resolve();
      reject(new Error(firstLines(stderr) || error.message, { cause: error }));
    });
  });
}

/** The first lines of a program's output, for an error message. */
export function firstLines(output: string, count = 8): string {
  return output.trim().split('\n').slice(0, count).join('\n');
}
