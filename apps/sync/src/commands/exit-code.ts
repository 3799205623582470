import { ChangeLimitError, RemovalLimitError } from '@care-atlas/data/sync';
import { TooManyRejectsError } from '../run/reject-limit.js';

/** The exit codes of the command. */
export const EXIT_CODES = {
  done: 0,
  /** The import failed; the directory is as it was. */
  failed: 1,
  /** The command line is invalid; nothing was done. */
  usage: 2,
  /** More records would expire, close, change or move than one run may remove or change. */
  removals: 3,
  /** More rows were rejected than the limit allows. */
  rejects: 4,
  /** 128 plus the number of SIGINT, as in a shell. */
  interrupted: 130,
} as const;
export type ExitCode = (typeof EXIT_CODES)[keyof typeof EXIT_CODES];

/** Returns the exit code for an error of an import. */
export function exitCodeOf(error: unknown): ExitCode {
  if (error instanceof RemovalLimitError || error instanceof ChangeLimitError) return EXIT_CODES.removals;
  if (error instanceof TooManyRejectsError) return EXIT_CODES.rejects;
  return EXIT_CODES.failed;
}
