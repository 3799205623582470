import { HEALTH_COMPONENTS, type HealthComponent, type HealthState } from '@care-atlas/domain/access';
import { In, MoreThanOrEqual, type Repository } from 'typeorm';
import type { DatabaseScope } from '../connection/statement.js';
import { ComponentHealthEntity } from '../entities/operation/component-health.entity.js';
import { HealthDayEntity } from '../entities/operation/health-day.entity.js';
import { HealthIncidentEntity } from '../entities/operation/health-incident.entity.js';

/** For how many days states and incidents are kept. */
export const HEALTH_DAYS = 90;
const DAY_MS = 86_400_000;
const MOST_INCIDENTS = 100;

export type ComponentHealth = Readonly<ComponentHealthEntity>;
export type HealthDay = Readonly<HealthDayEntity>;
export type HealthIncident = Readonly<HealthIncidentEntity>;

/** A change of a component from one state to another. */
export interface HealthChange {
  readonly component: HealthComponent;
  readonly state: HealthState;
  readonly detail: string;
  readonly at: Date;
}

/** Seconds that a component was seen in a state, on a day. */
export interface HealthSeconds {
  /** The day, UTC, such as 2026-11-20. */
  readonly day: string;
  readonly component: HealthComponent;
  readonly state: Exclude<HealthState, 'unknown'>;
  readonly seconds: number;
}

/** What only the database can say about itself. */
export interface DatabaseFacts {
  /** Standbys that are connected. */
  readonly standbys: number;
  /** Seconds that the slowest one lags behind; null if that is not known. */
  readonly lagSeconds: number | null;
  /** The last backup that was recorded; null without one. */
  readonly lastBackup: { readonly finishedAt: Date; readonly succeeded: boolean } | null;
}

/** The health of a deployment: now, by day, and in incidents. */
export class HealthRepository {
  readonly #components: Repository<ComponentHealthEntity>;
  readonly #days: Repository<HealthDayEntity>;
  readonly #incidents: Repository<HealthIncidentEntity>;

  constructor(database: DatabaseScope) {
    this.#components = database.getRepository(ComponentHealthEntity);
    this.#days = database.getRepository(HealthDayEntity);
    this.#incidents = database.getRepository(HealthIncidentEntity);
  }

  /** Makes a process the one that watches, if no other is. Returns whether it is. */
  async hold(holder: string, seconds: number): Promise<boolean> {
    const [, held] = await this.#components.query<[rows: unknown[], count: number]>(
      `update health_watch set holder = $1, held_until = now() + make_interval(secs => $2)
      where holder is null or holder = $1 or held_until < now()`,
      [holder, seconds],
    );
    return held === 1;
  }

  /** Stores what was seen, adds up seconds, and begins and ends incidents, in one transaction. */
  async record(
    components: readonly ComponentHealth[],
    seconds: readonly HealthSeconds[],
    changes: readonly HealthChange[],
  ): Promise<void> {
    await this.#components.manager.transaction(async (manager) => {
      if (components.length > 0) await manager.upsert(ComponentHealthEntity, [...components], ['component']);
      for (const { day, component, state, seconds: added } of seconds) {
        await manager.query(ADD_SECONDS[state], [day, component, added]);
      }
      for (const { component, state, detail, at } of changes) {
        const open = 'component = :component and ended_at is null';
        const ending = manager.createQueryBuilder().update(HealthIncidentEntity).set({ endedAt: at });
        await ending.where(open, { component }).execute();
        if (state !== 'degraded' && state !== 'down') continue;
        const incident = { component, state, detail, startedAt: at, endedAt: null };
        await manager.upsert(HealthIncidentEntity, incident, ['component', 'startedAt']);
      }
    });
  }

  /** Returns the components that were ever seen, of all or some that this release watches: a newer one may have stored others. */
  components(only: readonly HealthComponent[] = HEALTH_COMPONENTS): Promise<ComponentHealth[]> {
    return this.#components.find({ where: { component: In([...only]) } });
  }

  /** Returns the days of the last HEALTH_DAYS, the oldest first. */
  days(now: Date, only: readonly HealthComponent[] = HEALTH_COMPONENTS): Promise<HealthDay[]> {
    const [first] = startOfHistory(now).toISOString().split('T');
    return this.#days.find({
      where: { day: MoreThanOrEqual(first!), component: In([...only]) },
      order: { day: 'ASC' },
    });
  }

  /** Returns the incidents of the last HEALTH_DAYS, the newest first. */
  incidents(now: Date, only: readonly HealthComponent[] = HEALTH_COMPONENTS): Promise<HealthIncident[]> {
    return this.#incidents.find({
      where: { startedAt: MoreThanOrEqual(startOfHistory(now)), component: In([...only]) },
      order: { startedAt: 'DESC' },
      take: MOST_INCIDENTS,
    });
  }

  /** Forgets what is older than HEALTH_DAYS. */
  async prune(now: Date): Promise<void> {
    const before = startOfHistory(now);
    await this.#days.createQueryBuilder().delete().where('day < :before', { before }).execute();
    await this.#incidents.createQueryBuilder().delete().where('ended_at < :before', { before }).execute();
  }

  async facts(): Promise<DatabaseFacts> {
    const [replication] = await this.#components.query<{ standbys: number; lagSeconds: number | null }[]>(
      `select count(*)::int as standbys, max(extract(epoch from replay_lag))::float8 as "lagSeconds"
      from pg_stat_replication`,
    );
    const [lastBackup = null] = await this.#components.query<NonNullable<DatabaseFacts['lastBackup']>[]>(
      'select finished_at as "finishedAt", succeeded from backup_run order by finished_at desc limit 1',
    );
    return { ...replication!, lastBackup };
  }
}

const addSeconds = (state: HealthSeconds['state']) =>
  `insert into health_day (day, component, up, degraded, down)
  values ($1, $2, ${['up', 'degraded', 'down'].map((name) => (name === state ? '$3' : '0')).join()})
  on conflict (day, component) do update set ${state} = health_day.${state} + excluded.${state}`;
const ADD_SECONDS = { up: addSeconds('up'), degraded: addSeconds('degraded'), down: addSeconds('down') };

function startOfHistory(now: Date): Date {
  return new Date(now.getTime() - (now.getTime() % DAY_MS) - (HEALTH_DAYS - 1) * DAY_MS);
}
