import { hash } from 'node:crypto';

interface Waiter<Answer> {
  readonly resolve: (answer: Answer | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Looks secrets up by their SHA-256. All questions of one turn of the event loop share one statement, which is
 * always sent after they arrived: nothing is remembered, so that an answer is never older than its question.
 */
export class TurnBatch<Answer> {
  #waiting = new Map<string, Waiter<Answer>[]>();

  /** @param lookUp the answers by hash in lower-case hexadecimal; hashes without one are left out */
  constructor(private readonly lookUp: (hashes: readonly Buffer[]) => Promise<ReadonlyMap<string, Answer>>) {}

  /** @throws what `lookUp` throws */
  ask(secret: string): Promise<Answer | undefined> {
    const hashed = hash('sha256', secret, 'hex');
    return new Promise((resolve, reject) => {
      if (this.#waiting.size === 0) setImmediate(() => void this.#ask());
      const waiters = this.#waiting.get(hashed);
      if (waiters) waiters.push({ resolve, reject });
      else this.#waiting.set(hashed, [{ resolve, reject }]);
    });
  }

  async #ask(): Promise<void> {
    const asked = this.#waiting;
    this.#waiting = new Map();
    try {
      const answers = await this.lookUp(Array.from(asked.keys(), (hex) => Buffer.from(hex, 'hex')));
      for (const [hex, waiters] of asked) for (const waiter of waiters) waiter.resolve(answers.get(hex));
    } catch (error) {
      for (const waiters of asked.values()) for (const waiter of waiters) waiter.reject(error);
    }
  }
}
