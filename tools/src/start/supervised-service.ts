import { setTimeout as sleep } from 'node:timers/promises';
import { type ServicePlan, ServiceProcess } from './service-process.js';

/** The pauses before restarts. */
export interface RestartPauses {
  readonly firstMs: number;
  readonly longestMs: number;
  /** A service that ran for so long starts with the first pause again. */
  readonly stableMs: number;
}
const PAUSES: RestartPauses = { firstMs: 1_000, longestMs: 30_000, stableMs: 60_000 };

/** A service that is restarted, after a pause, whenever it ends after it was ready once. */
export class SupervisedService {
  /** Resolves when the service listens for the first time; rejects if it ends before. */
  readonly ready: Promise<void>;
  readonly #stopped = new AbortController();
  readonly #supervision: Promise<void>;
  #process: ServiceProcess;

  /** @param log receives the reason of each end */
  constructor(
    private readonly plan: ServicePlan,
    private readonly log: (line: string) => void,
    private readonly pauses = PAUSES,
  ) {
    this.#process = new ServiceProcess(plan);
    this.ready = this.#process.ready;
    this.#supervision = this.ready.then(
      () => this.#supervise(),
      () => undefined,
    );
  }

  /** Stops the service, and waits until it has ended. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#process.stop();
    await this.#supervision;
  }

  async #supervise(): Promise<void> {
    const { firstMs, longestMs, stableMs } = this.pauses;
    const { signal } = this.#stopped;
    let pause = firstMs;
    for (;;) {
      const begun = performance.now();
      const reason = await this.#process.ended;
      if (signal.aborted) return;
      if (performance.now() - begun >= stableMs) pause = firstMs;
      this.log(`${this.plan.name} ended (${reason}); it restarts in ${pause / 1000} s.`);
      await sleep(pause, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      pause = Math.min(pause * 2, longestMs);
      this.#process = new ServiceProcess(this.plan);
    }
  }
}
