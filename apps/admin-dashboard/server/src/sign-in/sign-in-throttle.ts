import { Injectable } from '@nestjs/common';
import { type AttemptRule, SignInAttemptRepository } from '@care-atlas/data/administration';
import { clientNetwork } from '@care-atlas/server/access';
import { Dependencies } from '../dependencies.js';
import { DerivedKeys } from '../derived-keys.js';
import { TooManyAttemptsError } from '../http/dashboard-error.js';

/** What failures are counted by. */
export type ThrottleScope = 'account' | 'address' | 'second-factor';

const RULES: Readonly<Record<ThrottleScope, AttemptRule>> = {
  // An account is never locked: an attacker makes its owner wait for a minute at most.
  account: { free: 5, longestSeconds: 60 },
  address: { free: 10, longestSeconds: 900 },
  // Six digits are few: an attacker who knows the password has about a hundred guesses a day.
  'second-factor': { free: 5, longestSeconds: 900 },
};

/** Delays sign-in attempts after failures. */
@Injectable()
export class SignInThrottle {
  readonly #attempts: SignInAttemptRepository;

  constructor(
    private readonly keys: DerivedKeys,
    private readonly dependencies: Dependencies,
  ) {
    this.#attempts = new SignInAttemptRepository(dependencies.database);
  }

  /** Begins an attempt. @throws TooManyAttemptsError */
  async begin(scope: ThrottleScope, subject: string): Promise<void> {
    const now = this.dependencies.clock();
    const seconds = await this.#attempts.begin(this.#hash(scope, subject), RULES[scope], now);
    if (seconds > 0) throw new TooManyAttemptsError(seconds);
  }

  /** Forgets the failures of the subject. Failures of an address for other accounts remain. */
  async succeed(scope: ThrottleScope, subject: string): Promise<void> {
    const hash = this.#hash(scope, subject);
    await (scope === 'address' ? this.#attempts.excuse(hash) : this.#attempts.succeed(hash));
  }

  /** Deletes attempts that no longer count. */
  prune(): Promise<void> {
    return this.#attempts.prune(this.dependencies.clock());
  }

  /** Hashes the subject, because users sometimes type a password into the name field. */
  #hash(scope: ThrottleScope, subject: string): string {
    const normalized = scope === 'address' ? clientNetwork(subject) : subject.toLowerCase();
    return this.keys.hash('attempt', `${scope} ${normalized}`).toString('base64url');
  }
}
