import { HEALTH_DAYS, type HealthRepository } from '@care-atlas/data/administration';
import { type HealthState, PUBLIC_COMPONENTS, type PublicComponent } from '@care-atlas/domain/access';

/** One day of a component, in seconds; what is missing from 24 hours was not watched. */
export interface PublicDay {
  /** UTC, such as 2026-11-20. */
  readonly day: string;
  readonly up: number;
  readonly degraded: number;
  readonly down: number;
}

/** A component with its last 90 days, the oldest first. */
export interface PublicState {
  readonly component: PublicComponent;
  readonly state: HealthState;
  /** Since when; null if that is not known. */
  readonly since: string | null;
  readonly days: readonly PublicDay[];
}

export interface PublicIncident {
  readonly component: PublicComponent;
  readonly state: 'degraded' | 'down';
  readonly startedAt: string;
  /** Null while it lasts. */
  readonly endedAt: string | null;
}

/** What the public sees of the health of the service: no address, and no cause. */
export interface PublicHealth {
  readonly asOf: string;
  /** Whether states of the past could be read. */
  readonly hasHistory: boolean;
  readonly components: readonly PublicState[];
  /** The newest first. */
  readonly incidents: readonly PublicIncident[];
}

/** The stored states. */
export type HealthHistory = Pick<HealthRepository, 'components' | 'days' | 'incidents'>;

const CACHED_MS = 30_000;
/** A state that nobody has confirmed for longer is not known. */
const CURRENT_MS = 180_000;
const DAY_MS = 86_400_000;

/** Returns a reader of the public health, which asks the database every 30 seconds at most. */
export function publicHealthReader(
  repository: HealthHistory,
  clock: () => Date,
): () => Promise<PublicHealth> {
  let kept: { readonly until: number; readonly health: Promise<PublicHealth> } | undefined;
  return () => {
    const now = clock();
    if (!kept || now.getTime() >= kept.until) {
      kept = {
        until: now.getTime() + CACHED_MS,
        health: read(repository, now).catch(() => withoutHistory(now)),
      };
    }
    return kept.health;
  };
}

async function read(repository: HealthHistory, now: Date): Promise<PublicHealth> {
  const [components, days, incidents] = await Promise.all([
    repository.components(PUBLIC_COMPONENTS),
    repository.days(now, PUBLIC_COMPONENTS),
    repository.incidents(now, PUBLIC_COMPONENTS),
  ]);
  return {
    ...withoutHistory(now),
    hasHistory: true,
    components: PUBLIC_COMPONENTS.map((component) => {
      const seen = components.find((each) => each.component === component);
      const isCurrent = seen !== undefined && now.getTime() - seen.checkedAt.getTime() < CURRENT_MS;
      const ofComponent = days.filter((each) => each.component === component);
      return {
        component,
        state: isCurrent ? seen.state : 'unknown',
        since: isCurrent ? seen.since.toISOString() : null,
        days: lastDays(now, new Map(ofComponent.map((each) => [each.day, each]))),
      };
    }),
    incidents: incidents.map(({ component, state, startedAt, endedAt }) => ({
      component: component as PublicComponent,
      state,
      startedAt: startedAt.toISOString(),
      endedAt: endedAt?.toISOString() ?? null,
    })),
  };
}

/** While the database is away: nothing is known but that this page is answered. */
function withoutHistory(now: Date): PublicHealth {
  const days = lastDays(now);
  return {
    asOf: now.toISOString(),
    hasHistory: false,
    components: PUBLIC_COMPONENTS.map((component) => ({ component, state: 'unknown', since: null, days })),
    incidents: [],
  };
}

function lastDays(now: Date, seen?: ReadonlyMap<string, PublicDay>): PublicDay[] {
  return Array.from({ length: HEALTH_DAYS }, (_, position) => {
    const time = now.getTime() - (HEALTH_DAYS - 1 - position) * DAY_MS;
    const day = new Date(time).toISOString().slice(0, 'yyyy-mm-dd'.length);
    const { up = 0, degraded = 0, down = 0 } = seen?.get(day) ?? {};
    return { day, up, degraded, down };
  });
}
