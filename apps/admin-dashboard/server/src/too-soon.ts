import { DirectoryError } from '@care-atlas/domain/contract';

/** An attempt that comes too early after failures. */
export class TooSoonError extends DirectoryError {
  constructor(readonly seconds: number) {
    super(
      'rate_limited',
      `There were too many attempts: try again in ${seconds} second${seconds === 1 ? '' : 's'}.`,
    );
  }
}
