import { DirectoryError } from '@care-atlas/domain/contract';

/** Rejects an attempt that follows earlier failures too soon. */
export class TooManyAttemptsError extends DirectoryError {
  /** @param seconds to wait before the next attempt */
  constructor(readonly seconds: number) {
    super('rate_limited', `Too many attempts. Try again in ${seconds} second${seconds === 1 ? '' : 's'}.`);
  }
}
