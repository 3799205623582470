import { DirectoryError } from '@care-atlas/domain/contract';

/** Thrown by a read through the public interface after the caller has reached its rate limit. */
export class LimitReached extends DirectoryError {
  constructor(readonly waitSeconds: number) {
    super('rate_limited');
  }
}

/** Returns the message for a caller that has reached its rate limit. */
export function limitMessage(waitSeconds: number): string {
  return `The limit of requests per minute is reached. Wait ${waitSeconds} seconds, then ask again.`;
}
