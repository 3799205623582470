/**
 * How a process may answer for keys from memory, and a revocation still holds from its commit on:
 * - a process renews a lease every second, and says with each renewal which epoch it **has already applied**;
 * - its lease lasts from the **sending** of a renewal, by the larger of monotonic and wall time, read at each check;
 * - a revocation first commits that the key is withdrawn, at a new epoch; then waits until every process has acknowledged
 *   the epoch, or until every lease that was sent before that commit was answered has ended; and then commits;
 * - memory holds only keys that a renewal, in one snapshot with its epoch, has shown as active and not withdrawn.
 *
 * A renewal whose snapshot lacks the withdrawal was sent before its commit was answered, so its lease ends in time. Any other
 * one makes the process forget the key before it extends the lease. Here are the decisions, without clock, database or
 * network; the simulation beside this file runs them.
 */
import type { KeyIdentity } from './key-identity.js';

/** How long a lease counts for those who wait for its end, without the margin. Milliseconds. */
export const LEASE_MS = 3_000;
/** What a holder gives up and a waiter adds, for clocks that run at different speeds. Milliseconds. */
export const MARGIN_MS = 200;
/** How long a process that does not renew may stay on the list: much longer than its lease. Milliseconds. */
const STILL_MS = 10 * LEASE_MS;
/** At most so many keys are remembered, some 30 MB; the others are asked for. */
const MAX_KEYS = 100_000;
/** At most so many keys are looked up by one renewal. */
const MAX_WANTED = 2_000;

/** A moment of one process, in milliseconds by two clocks. */
export interface Moment {
  /** It never goes back, but may stand still while the machine is suspended. */
  readonly monotonic: number;
  readonly wall: number;
}

/** What a process sends to renew its lease. */
export interface Renewal {
  /** The database that `applied` is of: its server, timeline and tables. */
  readonly history?: string;
  /** The epoch that memory is up to date with. */
  readonly applied?: number;
  /** Hashes of keys that it would like to remember, in hexadecimal. */
  readonly wanted: readonly string[];
}

/** What the database says to a renewal, all in one snapshot. */
export interface RenewalAnswer {
  /** Whether processes may remember keys. */
  readonly enabled: boolean;
  /** Whether the process is on the list, and so is waited for. */
  readonly listed: boolean;
  readonly history: string;
  readonly epoch: number;
  /** Changes up to this epoch are no longer known. */
  readonly pruned: number;
  /** Hashes of keys that changed after the applied epoch. */
  readonly changed: readonly string[];
  /** Those of the wanted keys that are active and not withdrawn, by hash. */
  readonly admitted: Readonly<Record<string, KeyIdentity>>;
}

/** The keys that a process may answer for without asking, while its lease lasts. */
export class KeyMemory {
  readonly #keys = new Map<string, KeyIdentity>();
  #wanted = new Set<string>();
  #source: { readonly history: string; readonly applied: number } | undefined;
  /** When the renewal was sent that the lease is from. */
  #sent: Moment | undefined;

  constructor(private readonly now: () => Moment) {}

  /** Whether there is a valid lease. */
  get isHeld(): boolean {
    return this.#sent !== undefined && elapsed(this.#sent, this.now()) < LEASE_MS - MARGIN_MS;
  }

  /** The number of keys in memory, used or not. */
  get size(): number {
    return this.#keys.size;
  }

  /**
   * Returns the identity of an active key, if it is remembered and the lease is valid now.
   * @param hash in lower-case hexadecimal
   */
  find(hash: string): KeyIdentity | undefined {
    return this.isHeld ? this.#keys.get(hash) : undefined;
  }

  /** Notes a key that was asked for and is active, so that the next renewal looks it up. Nothing negative is remembered. */
  want(hash: string): void {
    if (this.#sent && this.#wanted.size < MAX_WANTED && this.#keys.size < MAX_KEYS) this.#wanted.add(hash);
  }

  /** Returns what to send. Read the clock before. */
  renewal(): Renewal {
    const wanted = [...this.#wanted];
    this.#wanted = new Set();
    return { ...this.#source, wanted };
  }

  /**
   * Forgets what changed, and only then extends the lease.
   * @param sent the moment before the renewal was sent
   */
  apply(sent: Moment, renewal: Renewal, answer: RenewalAnswer): void {
    if (!answer.enabled || !answer.listed) return this.drop();
    const { history, epoch } = answer;
    const isNext =
      renewal.history === history &&
      renewal.history === this.#source?.history &&
      renewal.applied === this.#source.applied &&
      renewal.applied >= answer.pruned &&
      renewal.applied <= epoch;
    if (!isNext) this.#keys.clear();
    for (const hash of answer.changed) this.#keys.delete(hash);
    for (const [hash, identity] of Object.entries(answer.admitted)) this.#keys.set(hash, identity);
    this.#source = { history, applied: epoch };
    this.#sent = sent;
  }

  /** Whether the last renewal brought something to acknowledge, which somebody may be waiting for. */
  owesAcknowledgement({ history, applied }: Renewal): boolean {
    return (
      this.#source !== undefined && (this.#source.history !== history || this.#source.applied !== applied)
    );
  }

  /** Ends the lease and forgets everything. */
  drop(): void {
    this.#keys.clear();
    this.#wanted.clear();
    this.#source = undefined;
    this.#sent = undefined;
  }
}

/**
 * Returns whether a withdrawn key can be ended.
 * @param unacknowledged how many processes on the list have not acknowledged the withdrawal's epoch
 * @param waited monotonic milliseconds since the commit of the withdrawal was answered
 */
export function isWithdrawn(unacknowledged: number, waited: number): boolean {
  return unacknowledged === 0 || waited >= LEASE_MS + MARGIN_MS;
}

/** Notices processes that are on the list but no longer renew. */
export class StillInstances {
  #seen = new Map<string, { readonly renewals: number; readonly since: number }>();
  #history = '';

  /**
   * Returns those that stood still for ten leases. Their rows may be deleted if their counter is the same still.
   * @param history the database that the counters are of
   * @param others the counters of other processes, by id
   * @param sent when they were asked for, monotonic milliseconds
   * @param received when they were received
   */
  observe(
    history: string,
    others: Readonly<Record<string, number>>,
    sent: number,
    received: number,
  ): readonly (readonly [id: string, renewals: number])[] {
    const seen = new Map<string, { readonly renewals: number; readonly since: number }>();
    for (const [id, renewals] of Object.entries(others)) {
      const before = this.#history === history ? this.#seen.get(id) : undefined;
      seen.set(id, before?.renewals === renewals ? before : { renewals, since: received });
    }
    this.#seen = seen;
    this.#history = history;
    return [...seen]
      .filter(([, { since }]) => sent - since >= STILL_MS)
      .map(([id, { renewals }]) => [id, renewals]);
  }
}

function elapsed(from: Moment, to: Moment): number {
  return Math.max(to.monotonic - from.monotonic, to.wall - from.wall);
}
