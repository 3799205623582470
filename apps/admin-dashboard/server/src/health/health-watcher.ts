import { randomUUID } from 'node:crypto';
import type {
  ComponentHealth,
  HealthChange,
  HealthRepository,
  HealthSeconds,
} from '@care-atlas/data/administration';
import type { HealthComponent } from '@care-atlas/domain/access';
import { withTimeout } from '@care-atlas/server/limits';
import type { Log } from '@care-atlas/server/observability';
import type { AlertSender } from './alert-sender.js';
import type { Finding } from './health-checks.js';

const ROUND_MS = 30_000;
/** A process that died is replaced after so long. */
const HELD_SECONDS = 90;
const HAND_OVER_MS = 2_000;
/** A change counts when it was seen so often in a row: one slow answer is no incident. */
const SEEN_IN_A_ROW = 2;
/** Longer gaps between two rounds were not watched. */
const LONGEST_GAP_MS = 2 * ROUND_MS;
const SECOND_MS = 1000;

interface Watched extends ComponentHealth {
  /** Another state that was seen, and how often in a row. */
  readonly candidate?: { readonly finding: Finding; readonly since: Date; readonly times: number };
}

/** What a watcher works with. */
export interface Watch {
  readonly look: () => Promise<readonly Finding[]>;
  readonly repository: Pick<HealthRepository, 'hold' | 'record' | 'components' | 'prune'>;
  readonly alerts: Pick<AlertSender, 'changed'>;
  readonly clock: () => Date;
  readonly log: Log;
}

/**
 * Looks at the deployment every 30 seconds, stores what it sees, and tells of changes. Of several processes one watches.
 * While the database is away it goes on looking, and stores the rest later.
 */
export class HealthWatcher {
  readonly #id = randomUUID();
  #watched: Map<HealthComponent, Watched> | undefined;
  #lookedAt: Date | undefined;
  #seconds = new Map<string, HealthSeconds>();
  #changes: HealthChange[] = [];
  #timer: NodeJS.Timeout | undefined;
  #round: Promise<void> | undefined;

  constructor(private readonly watch: Watch) {}

  start(): void {
    const round = () => (this.#round ??= this.look().finally(() => (this.#round = undefined)));
    this.#timer = setInterval(() => void round(), ROUND_MS).unref();
    void round();
  }

  /** Ends the watch. Another process can take over at once. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#round;
    if (!this.#watched) return;
    // Without the database nobody can take over: the stop does not wait for it.
    await withTimeout(this.watch.repository.hold(this.#id, 0), HAND_OVER_MS).catch(() => undefined);
  }

  /** One round. It does not throw. */
  async look(): Promise<void> {
    const { look, repository, clock, log } = this.watch;
    try {
      if (!(await this.#isHolder())) return;
      const findings = await look();
      const now = clock();
      this.#notice(findings, now);
      await repository.record(this.#states(), [...this.#seconds.values()], this.#changes);
      this.#seconds = new Map();
      this.#changes = [];
      await repository.prune(now);
    } catch (error) {
      log.error(`The health of the deployment is not stored now: ${(error as Error).message}`);
    }
  }

  /** One that watched goes on while the database is away: nobody else can take over then. */
  async #isHolder(): Promise<boolean> {
    const { repository } = this.watch;
    try {
      if (!(await repository.hold(this.#id, HELD_SECONDS))) {
        this.#watched = undefined;
        this.#lookedAt = undefined;
        return false;
      }
      this.#watched ??= new Map((await repository.components()).map((each) => [each.component, each]));
      return true;
    } catch (error) {
      if (this.#watched) return true;
      throw error;
    }
  }

  #notice(findings: readonly Finding[], now: Date): void {
    for (const finding of findings) {
      const before = this.#watched!.get(finding.component);
      const after = before ? this.#next(before, finding, now) : { ...finding, since: now, checkedAt: now };
      this.#watched!.set(finding.component, after);
      if (!before || before.state !== after.state) this.#tell(finding, after.since, before);
      this.#addSeconds(after, now);
    }
    this.#lookedAt = now;
  }

  #next(before: Watched, finding: Finding, now: Date): Watched {
    const { candidate, ...known } = before;
    if (finding.state === before.state) return { ...known, detail: finding.detail, checkedAt: now };
    const isSame = candidate?.finding.state === finding.state;
    const times = isSame ? candidate.times + 1 : 1;
    const since = isSame ? candidate.since : now;
    if (times >= SEEN_IN_A_ROW) return { ...finding, since, checkedAt: now };
    return { ...known, checkedAt: now, candidate: { finding, since, times } };
  }

  #tell({ component, state, detail }: Finding, at: Date, before: Watched | undefined): void {
    this.#changes.push({ component, state, detail, at });
    // What is well or not there at first is no news.
    const isTrouble = state === 'degraded' || state === 'down';
    const wasTrouble = before?.state === 'degraded' || before?.state === 'down';
    if (isTrouble || wasTrouble) this.watch.alerts.changed({ component, state, detail, at });
  }

  #addSeconds({ component, state }: Watched, now: Date): void {
    const gap = this.#lookedAt ? now.getTime() - this.#lookedAt.getTime() : 0;
    if (state === 'unknown' || gap <= 0 || gap > LONGEST_GAP_MS) return;
    const [day] = now.toISOString().split('T');
    const name = `${day} ${component} ${state}`;
    const { seconds = 0 } = this.#seconds.get(name) ?? {};
    this.#seconds.set(name, { day: day!, component, state, seconds: seconds + Math.round(gap / SECOND_MS) });
  }

  #states(): ComponentHealth[] {
    return Array.from(this.#watched!.values(), ({ component, state, detail, since, checkedAt }) => ({
      component,
      state,
      detail,
      since,
      checkedAt,
    }));
  }
}
