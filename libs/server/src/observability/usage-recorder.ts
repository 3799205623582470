import { type KeyRepository, type KeyUsageRepository, NOBODY, type UsageCount } from '@care-atlas/data/keys';

const HOUR_MS = 3_600_000;
const FLUSH_MS = 5_000;
/** Rows that are kept while the database is away: hours of it, with thousands of keys in use. */
const MOST_ROWS = 50_000;

/** What a key was used for within the hour that is counted: requests by operation and status. */
interface KeyUse {
  lastUsedAt: number;
  readonly operations: Map<string, Map<number, number>>;
}

/** Where counts are kept. */
export interface UsageStores {
  readonly usage: Pick<KeyUsageRepository, 'add'>;
  readonly keys: Pick<KeyRepository, 'updateLastUse'>;
}

/**
 * Counts what keys are used for. Counting is a step in memory; what was counted is written every five seconds and at
 * the end, in two statements. While the database is away it is kept and written later. A process that dies loses what
 * was counted since; one that is cut off while it writes may count the same twice.
 */
export class UsageRecorder {
  #hour = 0;
  #uses = new Map<string, KeyUse>();
  /** What could not be written yet, by hour, key, operation and status. */
  #unsent = new Map<string, UsageCount>();
  #unnoted = new Map<string, Date>();
  #lost = 0;
  #failing = false;
  #writing: Promise<void> | undefined;
  readonly #timer: NodeJS.Timeout;

  /**
   * @param clock milliseconds since 1970
   * @param say told when counts cannot be written, and when some had to be given up
   */
  constructor(
    private readonly stores: UsageStores,
    private readonly clock: () => number,
    private readonly say: (line: string) => void,
  ) {
    this.#timer = setInterval(() => void this.flush(), FLUSH_MS).unref();
  }

  /**
   * Counts a request.
   * @param keyId NOBODY when it had no valid key
   * @param operation its name in the interface description, or that of an MCP tool
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

  /** Rows that wait to be written, because the database could not take them. */
  get pending(): number {
    return this.#unsent.size;
  }

  /** Writes what was counted. It does not throw: what cannot be written now is kept for the next time. */
  flush(): Promise<void> {
    this.#writing ??= this.#write().finally(() => (this.#writing = undefined));
    return this.#writing;
  }

  /** Writes the rest, if the database is there. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#writing;
    await this.flush();
  }

  async #write(): Promise<void> {
    this.#takeUses();
    const { usage, keys } = this.stores;
    const [sent, noted] = [this.#unsent, this.#unnoted];
    this.#unsent = new Map();
    this.#unnoted = new Map();
    try {
      if (sent.size > 0) await usage.add([...sent.values()]);
      sent.clear();
      if (noted.size > 0) await keys.updateLastUse(noted);
      this.#failing = false;
    } catch (error) {
      if (!this.#failing)
        this.say(`The use of keys cannot be written now, and is kept: ${(error as Error).message}`);
      this.#failing = true;
      for (const count of sent.values()) this.#keep(count);
      for (const [id, at] of noted) this.#note(id, at);
    }
    if (this.#lost > 0)
      this.say(`The use of keys could not be written for long: ${this.#lost} requests are not counted.`);
    this.#lost = 0;
  }

  #startHour(now: number): void {
    this.#takeUses();
    this.#hour = now - (now % HOUR_MS);
  }

  #takeUses(): void {
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
    if (!kept && this.#unsent.size >= MOST_ROWS) this.#lost += requests;
    else this.#unsent.set(name, { ...count, requests: requests + (kept?.requests ?? 0) });
  }

  #note(id: string, at: Date): void {
    const noted = this.#unnoted.get(id);
    if (!noted || noted < at) this.#unnoted.set(id, at);
  }
}
