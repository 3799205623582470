import type { Database } from '@care-atlas/data/connection';
import { DirectoryError, unavailable } from '@care-atlas/domain/contract';
import type { RequestObserver } from '../http/request-observer.js';
import { withTimeout } from '../limits/timeout.js';

/** Less than requests wait for the database: probes give up after 3 s, and learn nothing from a late answer. */
const READY_TIMEOUT_MS = 2_000;

/** @throws DirectoryError `unavailable` while the service drains, and when the database fails or does not answer within 2 s */
export async function requireReady(observer: RequestObserver, database: Database): Promise<void> {
  if (observer.draining) throw new DirectoryError('unavailable');
  await withTimeout(database.ping(), READY_TIMEOUT_MS, () =>
    unavailable(new Error(`The database did not answer within ${READY_TIMEOUT_MS} ms.`)),
  );
}
