import { type KeyRepository, type KeyUsageRepository, NOBODY, type UsageCount } from '@care-atlas/data/keys';
import type { Log } from './log.js';
import { Recorder } from './recorder.js';

const HOUR_MS = 3_600_000;
/** The most rows kept during a database outage: enough for hours with thousands of active keys. */
const MAX_ROWS = 50_000;

/** The use of a key within the current hour: requests by operation and status. */
interface KeyUse {
  lastUsedAt: number;
  readonly operations: Map<string, Map<number, number>>;
}

/** The repositories that counts are written to. */
export interface UsageStores {
  readonly usage: Pick<KeyUsageRepository, 'add'>;
  readonly keys: Pick<KeyRepository, 'updateLastUse'>;
}

/**
 * Counts the use of keys, and writes the counts in two statements. During a database outage they are kept and written later. A
 * process that crashes loses the counts since the last write; one that loses its connection during a write may write the same
 * counts twice.
 */
export class UsageRecorder extends Recorder {
  #hour = 0;
  #uses = new Map<string, KeyUse>();
  /** Counts to write, by hour, key, operation and status. */
  #unsent = new Map<string, UsageCount>();
  #unsentUses = new Map<string, Date>();
  #lost = 0;
  #failing = false;

  /**
   * @param clock returns milliseconds since 1970
   * @param log receives failed writes and lost counts
   */
  constructor(
    private readonly stores: UsageStores,
    private readonly clock: () => number,
    private readonly log: Log,
  ) {
    super();
  }

  /**
   * Counts a request.
   * @param keyId NOBODY for a request without a known key
   * @param operation an operationId, or the name of an MCP tool
   */
  count(keyId: string, operation: string, status: number): void {
    const now = this.clock();
    if (now - this.#hour >= HOUR_MS || now < this.#hour) this.#startHour(now);
    let use = this.#uses.get(keyId);
    if (!use) this.#uses.set(keyId, (use = { lastUsedAt: now, operations: new Map() }));
    use.lastUsedAt = now;
    let statuses = use.operations.get(operation);
    if (!statuses) use.operations.set(operation, (statuses = new Map()));
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }

  /** The number of rows that the database could not take yet. */
  get pending(): number {
    return this.#unsent.size;
  }

  protected async write(): Promise<void> {
    this.#collectUses();
    const { usage, keys } = this.stores;
    const [sent, noted] = [this.#unsent, this.#unsentUses];
    this.#unsent = new Map();
    this.#unsentUses = new Map();
    try {
      if (sent.size > 0) await usage.add([...sent.values()]);
      sent.clear();
      if (noted.size > 0) await keys.updateLastUse(noted);
      if (this.#failing) this.log.info('The use of keys is written again.');
      this.#failing = false;
    } catch (error) {
      if (!this.#failing) {
        this.log.error(`The use of keys cannot be written now, and is kept: ${(error as Error).message}`);
      }
      this.#failing = true;
      for (const count of sent.values()) this.#keep(count);
      for (const [id, at] of noted) this.#note(id, at);
    }
    if (this.#lost > 0) {
      this.log.error(
        `The use of keys could not be written for long: ${this.#lost} requests are not counted.`,
      );
    }
    this.#lost = 0;
  }

  #startHour(now: number): void {
    this.#collectUses();
    this.#hour = now - (now % HOUR_MS);
  }

  #collectUses(): void {
    const hour = new Date(this.#hour);
    for (const [keyId, { lastUsedAt, operations }] of this.#uses) {
      if (keyId !== NOBODY) this.#note(keyId, new Date(lastUsedAt));
      for (const [operation, statuses] of operations) {
        for (const [status, requests] of statuses) this.#keep({ hour, keyId, operation, status, requests });
      }
    }
    this.#uses = new Map();
  }

  #keep(count: UsageCount): void {
    const { hour, keyId, operation, status, requests } = count;
    const name = `${hour.getTime()} ${keyId} ${operation} ${status}`;
    const kept = this.#unsent.get(name);
    if (!kept && this.#unsent.size >= MAX_ROWS) this.#lost += requests;
    else this.#unsent.set(name, { ...count, requests: requests + (kept?.requests ?? 0) });
  }

  #note(id: string, at: Date): void {
    const noted = this.#unsentUses.get(id);
    if (!noted || noted < at) this.#unsentUses.set(id, at);
  }
}
