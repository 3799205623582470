import { DirectoryError } from '@care-atlas/domain/contract';

/** The limit of the key is reached, found out while the directory was read behind the public interface. */
export class LimitReached extends DirectoryError {
  constructor(readonly waitSeconds: number) {
    super('rate_limited');
  }
}
