import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, isDatabaseUnavailable } from '@care-atlas/data/connection';
import {
  KeyLeaseRepository,
  KeyLeaseSession,
  type KeyMemory,
  type Moment,
  StillInstances,
} from '@care-atlas/data/keys';
import type { Logger } from 'pino';

const RENEWAL_MS = 1_000;
/** How often to look whether processes may remember keys. */
const LOOK_MS = 5_000;
/** How long a session is used: the address may come to name another server, as after a failover. */
const LIFETIME_MS = 30_000;

/** The time of this process. */
export function currentMoment(): Moment {
  return { monotonic: performance.now(), wall: Date.now() };
}

/**
 * Renews the lease of a memory from its creation until `close`, while the database allows it. It never throws: without a
 * valid lease each key is asked for.
 */
export class KeyLease {
  readonly #closing = new AbortController();
  /** Ends the current wait early. */
  #wake = new AbortController();
  readonly #ended: Promise<void>;
  readonly #leases: KeyLeaseRepository;
  readonly #still = new StillInstances();
  /** The row of this process, while it is on the list. */
  #id: string | undefined;

  constructor(
    private readonly database: Database,
    private readonly memory: KeyMemory,
    private readonly log: Pick<Logger, 'error'>,
  ) {
    this.#leases = new KeyLeaseRepository(database.manager);
    this.#ended = this.#keep();
  }

  /** Forgets every key, and leaves the list, so that nobody waits for this process. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#wake.abort();
    await this.#ended;
  }

  async #keep(): Promise<void> {
    while (!this.#closing.signal.aborted) {
      this.#wake = new AbortController();
      try {
        if (await this.#leases.isEnabled()) {
          await this.#hold();
          continue;
        }
        await this.#strikeStill();
        await this.#pause(LOOK_MS);
      } catch (error) {
        const isExpected = isDatabaseUnavailable(error);
        // Others wait for the end of the lease, if it is not renewed again in time.
        if (!isExpected) this.log.error({ err: error }, 'The lease on keys is not renewed.');
        // Somebody may have woken it before the failure.
        this.#wake = new AbortController();
        await this.#pause(isExpected ? RENEWAL_MS : LOOK_MS);
      }
    }
    this.memory.drop();
  }

  /** Strikes off processes that were killed before keys were no longer to be remembered: revocations wait for them. */
  async #strikeStill(): Promise<void> {
    const sent = performance.now();
    const still = this.#still.observe('', await this.#leases.renewals(), sent, performance.now());
    for (const [id, renewals] of still) await this.#leases.strike(id, renewals);
  }

  /** Renews the lease over one session until that is old, or keys may not be remembered any more. */
  async #hold(): Promise<void> {
    const session = await KeyLeaseSession.open(this.database, () => this.#wake.abort());
    try {
      const begun = performance.now();
      while (performance.now() - begun < LIFETIME_MS && !this.#closing.signal.aborted) {
        // From here on a notification ends the next wait at once.
        this.#wake = new AbortController();
        this.#id ??= await session.enlist();
        const isKept = await this.#renew(session, this.#id);
        if (!isKept) return;
      }
      if (this.#closing.signal.aborted) await this.#leave(session);
    } finally {
      session.close();
    }
  }

  /** Returns whether to go on with this session. */
  async #renew(session: KeyLeaseSession, id: string): Promise<boolean> {
    const renewal = this.memory.renewal();
    const sent = currentMoment();
    const answer = await session.renew(id, renewal);
    this.memory.apply(sent, renewal, answer);
    if (!answer.enabled) {
      await this.#leave(session);
      return false;
    }
    if (!answer.listed) this.#id = undefined;
    else if (!this.memory.owesAcknowledgement(renewal)) {
      const still = this.#still.observe(answer.history, answer.others, sent.monotonic, performance.now());
      for (const [other, renewals] of still) await this.#leases.strike(other, renewals);
      if (answer.abandoned) await session.removeAbandoned();
      await this.#pause(RENEWAL_MS);
    }
    return true;
  }

  async #leave(session: KeyLeaseSession): Promise<void> {
    this.memory.drop();
    if (this.#id !== undefined) await session.leave(this.#id);
    this.#id = undefined;
  }

  async #pause(milliseconds: number): Promise<void> {
    if (this.#closing.signal.aborted) return;
    await sleep(milliseconds, undefined, { signal: this.#wake.signal }).catch(() => undefined);
  }
}
