import { MassDeparture } from '@care-atlas/data/sync';
import { TooManyRejects } from '../run/reject-limit.js';

/** What the command says to the shell. */
export const EXIT_CODES = {
  done: 0,
  /** The import failed; the directory is as it was. */
  failed: 1,
  /** The command line could not be understood; nothing was tried. */
  usage: 2,
  /** More would expire or close than one run may take away. */
  departures: 3,
  rejects: 4,
  /** As a shell counts an end by SIGINT. */
  interrupted: 130,
} as const;
export type ExitCode = (typeof EXIT_CODES)[keyof typeof EXIT_CODES];

export function exitCodeOf(error: unknown): ExitCode {
  if (error instanceof MassDeparture) return EXIT_CODES.departures;
  if (error instanceof TooManyRejects) return EXIT_CODES.rejects;
  return EXIT_CODES.failed;
}
