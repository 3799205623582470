import type { Database } from '@care-atlas/data/connection';
import { type AttemptRule, SignInAttemptRepository } from '@care-atlas/data/administration';
import { clientNetwork } from '@care-atlas/server/access';
import type { KeyRing } from './key-ring.js';
import { TooSoonError } from './too-soon.js';

/** For whom failures are counted. */
export type AttemptSubject = 'account' | 'address' | 'second-factor';

const RULES: Readonly<Record<AttemptSubject, AttemptRule>> = {
  // An account is never locked: whoever fails on purpose makes its owner wait for a minute at most.
  account: { free: 5, longestSeconds: 60 },
  address: { free: 10, longestSeconds: 900 },
  // Six digits are few: who knows the password gets about a hundred guesses a day.
  'second-factor': { free: 5, longestSeconds: 900 },
};

/** Slows down whoever keeps failing to show who they are. */
export class Attempts {
  readonly #attempts: SignInAttemptRepository;

  constructor(
    database: Database,
    private readonly keyRing: KeyRing,
  ) {
    this.#attempts = new SignInAttemptRepository(database);
  }

  /** Begins an attempt. @throws TooSoonError */
  async begin(subject: AttemptSubject, who: string, now: Date): Promise<void> {
    const seconds = await this.#attempts.begin(this.#nameOf(subject, who), RULES[subject], now);
    if (seconds > 0) throw new TooSoonError(seconds);
  }

  /** The attempt was right. An address may still have failed for other accounts before: that stays. */
  async succeed(subject: AttemptSubject, who: string): Promise<void> {
    const name = this.#nameOf(subject, who);
    await (subject === 'address' ? this.#attempts.excuse(name) : this.#attempts.succeed(name));
  }

  /** Throws away what is forgotten. */
  prune(now: Date): Promise<void> {
    return this.#attempts.prune(now);
  }

  /** Hashed: what people type into the field for the name may be a password. */
  #nameOf(subject: AttemptSubject, who: string): string {
    const whom = subject === 'address' ? clientNetwork(who) : who.toLowerCase();
    return this.keyRing.hash('attempt', `${subject} ${whom}`).toString('base64url');
  }
}
