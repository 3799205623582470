import type { Readable } from 'node:stream';
import type { Database, DatabaseScope } from '@care-atlas/data/connection';
import { type Arrival, type ArrivingJob, ImportArrivals } from '@care-atlas/data/sync';
import type { Spool, SpooledFile } from './spool.js';
import { invalidField } from '../http/dashboard-error.js';

/** Takes files: each claims its id before a byte is written, and removes nothing but its own. */
export class ArrivingUploads {
  readonly #arrivals: ImportArrivals;

  constructor(
    database: Database,
    private readonly spool: Spool,
    private readonly clock: () => Date,
  ) {
    this.#arrivals = new ImportArrivals(database);
  }

  /**
   * Receives a file. Nothing stays of one that does not arrive completely.
   * @param length as the sender says it, in bytes
   * @param commit runs `complete` in a transaction, which makes the upload one to be checked
   * @throws DirectoryError `missing_param` if another upload with the id arrives, or it is a job
   */
  async take(
    job: ArrivingJob,
    content: Readable,
    length: number,
    commit: (file: SpooledFile, complete: (transaction: DatabaseScope) => Promise<void>) => Promise<unknown>,
  ): Promise<void> {
    const arrival = await this.#arrivals.claim(job, this.clock());
    if (!arrival) throw takenId();
    try {
      const file = await this.spool.receive(arrival, job.fileName, content, length);
      const { bytes, hash: fileHash } = file;
      await commit(file, async (transaction) => {
        const arrived = new ImportArrivals(transaction);
        if (!(await arrived.complete(arrival, { bytes, fileHash }, this.clock()))) throw takenId();
        await this.spool.keep(arrival);
      });
    } catch (error) {
      await this.#giveUp(arrival);
      throw error;
    }
  }

  /** Removes what uploads left whose process died. A job, and an upload that arrives, keep theirs. */
  async removeAbandoned(): Promise<void> {
    const now = this.clock();
    for (const id of await this.spool.old(now)) {
      await this.#arrivals.withAbandoned(id, now, () => this.spool.remove(id));
    }
  }

  async #giveUp(arrival: Arrival): Promise<void> {
    // A commit whose answer was lost may have made it a job: then the row is no claim any more, and its file stays.
    await this.#arrivals
      .release(arrival, () => this.spool.remove(arrival.id))
      // Without the database, `removeAbandoned` does it later. The reason for giving up is reported.
      .catch(() => false);
    await this.spool.discard(arrival).catch(() => undefined);
  }
}

/** Says that an id cannot be claimed. */
export function takenId() {
  return invalidField('id', { code: 'id_in_use' });
}
