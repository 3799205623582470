import { HealthRepository } from '@care-atlas/data/administration';
import { DirectoryHistoryRepository } from '@care-atlas/data/directory';
import type { HealthComponent, HealthState } from '@care-atlas/domain/access';
import { checkStore, withTimeout } from '@care-atlas/server/limits';
import { english, type HealthMessage } from '#contract/messages/english';
import type { Dependencies } from '../dependencies.js';

const TIMEOUT_MS = 5_000;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MINUTE_S = 60;
/** Publishing a million doctors takes minutes. */
const MOST_EXPORT_LAG_S = 1_800;
/** A nightly backup has failed or is missing when the last one is older. */
const BACKUP_HOURS = 26;
/** A standby that is further behind serves old data. */
const MOST_LAG_SECONDS = 30;

/** What a check saw of a component. */
export interface Finding {
  readonly component: HealthComponent;
  readonly state: HealthState;
  /** For administrators; it holds no secret. */
  readonly detail: string;
}

type Seen = Omit<Finding, 'component'>;

const up = (message: HealthMessage): Seen => ({ state: 'up', detail: english(message) });
const unknown = (message: HealthMessage): Seen => ({ state: 'unknown', detail: english(message) });
const degraded = (message: HealthMessage): Seen => ({ state: 'degraded', detail: english(message) });
const down = (message: HealthMessage): Seen => ({ state: 'down', detail: english(message) });

/** Looks at every component once. It does not throw: what cannot be asked is down or not known. */
export async function checkHealth({
  configuration,
  database,
  clock,
  currentModel,
}: Pick<Dependencies, 'configuration' | 'database' | 'clock' | 'currentModel'>): Promise<Finding[]> {
  const { healthApiUrl, healthMcpUrl, redisUrl, freshDays } = configuration;
  const now = clock();
  const own = currentModel().version;
  const [api, connector, store, facts, register] = await Promise.all([
    serviceAt(healthApiUrl),
    serviceAt(healthMcpUrl),
    storeAt(redisUrl),
    inTime(new HealthRepository(database).facts()).catch(failureOf),
    inTime(new DirectoryHistoryRepository(database).lastRegisterRunAt()).catch(failureOf),
  ]);
  const isAway = facts instanceof Error;
  const notAsked = unknown({ code: 'database_not_asked' });
  return Object.entries({
    api: api.seen,
    connector: connector.seen,
    dashboard: up({ code: 'serves', params: { version: own } }),
    database: isAway ? down({ code: 'silent', params: { cause: facts.message } }) : up({ code: 'answers' }),
    standby: isAway ? notAsked : standbyOf(facts.standbys, facts.lagSeconds),
    store,
    datasets: datasetsOf({
      API: api.dataset?.version,
      connector: connector.dataset?.version,
      dashboard: own,
    }),
    exports: isAway ? notAsked : await exportsOf(api.dataset, database),
    register: register instanceof Error ? notAsked : registerOf(register, freshDays, now),
    backup: isAway ? notAsked : backupOf(facts.lastBackup, now),
  } satisfies Record<HealthComponent, Seen>).map(([component, seen]) => ({
    component: component as HealthComponent,
    ...seen,
  }));
}

/** What a service says of its dataset. */
interface ServedDataset {
  readonly version?: string;
  /** The version of the newest export; absent while that is not known, and from releases before it was told. */
  readonly exported?: string | null;
}

/** Asks a service whether it is ready, and which dataset it serves. */
async function serviceAt(
  address: string,
): Promise<{ readonly seen: Seen; readonly dataset?: ServedDataset }> {
  try {
    const begun = performance.now();
    const answer = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' });
    const milliseconds = String(Math.round(performance.now() - begun));
    if (!answer.ok) {
      const params = { address, status: String(answer.status) };
      return { seen: down({ code: 'address_answers', params }) };
    }
    const { dataset = {} } = (await answer.json()) as { dataset?: ServedDataset };
    const params = { version: dataset.version ?? '', milliseconds };
    return { seen: up({ code: 'serves_after', params }), dataset };
  } catch (error) {
    return { seen: down({ code: 'address_silent', params: { address, cause: causeOf(error) } }) };
  }
}

async function storeAt(redisUrl: string): Promise<Seen> {
  if (redisUrl === '') return unknown({ code: 'no_store' });
  try {
    await checkStore(redisUrl, TIMEOUT_MS);
    return up({ code: 'answers' });
  } catch (error) {
    return degraded({ code: 'store_silent', params: { cause: causeOf(error) } });
  }
}

function standbyOf(count: number, lagSeconds: number | null): Seen {
  if (count === 0) return unknown({ code: 'no_standby' });
  const standbys = String(count);
  if (lagSeconds === null) return up({ code: 'standbys', params: { standbys } });
  const params = { standbys, lag: lagSeconds.toFixed(1) };
  return (lagSeconds > MOST_LAG_SECONDS ? degraded : up)({ code: 'standbys_behind', params });
}

function datasetsOf(versions: Readonly<Record<string, string | undefined>>): Seen {
  const known = Object.entries(versions).filter(([, version]) => version !== undefined);
  const [[, first] = []] = known;
  if (known.every(([, version]) => version === first)) {
    return up({ code: 'same_dataset', params: { version: String(first) } });
  }
  const named = known.map(([name, version]) => `${name} ${version}`).join(', ');
  return degraded({ code: 'different_datasets', params: { versions: named } });
}

/** Returns whether the exports keep up, and since when copies can follow. */
async function exportsOf(
  served: ServedDataset | undefined,
  database: Dependencies['database'],
): Promise<Seen> {
  if (!served) return unknown({ code: 'api_not_asked' });
  const { exported } = served;
  if (exported === null) return unknown({ code: 'no_export' });
  if (exported === undefined) return unknown({ code: 'exports_unknown' });
  const following = await inTime(new DirectoryHistoryRepository(database).following(exported)).catch(
    failureOf,
  );
  if (following instanceof Error) return unknown({ code: 'database_not_asked' });
  const { lag, changesSince } = following;
  if (changesSince === null) return unknown({ code: 'changes_unknown', params: { version: exported } });
  const params = { version: exported, since: changesSince.toISOString().slice(0, 16) };
  if (lag === 0) return up({ code: 'exported', params });
  const minutes = String(Math.ceil(lag / MINUTE_S));
  return (lag > MOST_EXPORT_LAG_S ? degraded : up)({ code: 'export_behind', params: { ...params, minutes } });
}

function registerOf(lastRun: Date | undefined, freshDays: number, now: Date): Seen {
  if (!lastRun) return degraded({ code: 'no_register' });
  const days = Math.floor((now.getTime() - lastRun.getTime()) / DAY_MS);
  const params = { days: String(days), freshDays: String(freshDays) };
  return (days >= freshDays ? degraded : up)({ code: 'register_age', params });
}

function backupOf(last: { readonly finishedAt: Date; readonly succeeded: boolean } | null, now: Date): Seen {
  if (!last) return unknown({ code: 'no_backup' });
  const hours = Math.floor((now.getTime() - last.finishedAt.getTime()) / HOUR_MS);
  const params = { hours: String(hours) };
  if (!last.succeeded) return down({ code: 'backup_failed', params });
  return (hours >= BACKUP_HOURS ? degraded : up)({ code: 'backup_ended', params });
}

function inTime<T>(asking: Promise<T>): Promise<T> {
  return withTimeout(asking, TIMEOUT_MS);
}

/** Returns an error whose message is the cause. */
function failureOf(error: unknown): Error {
  return new Error(causeOf(error));
}

/** The code of a failed connection rather than a message, which may name more than it should. */
function causeOf(error: unknown): string {
  const { cause, code, name } = error as Error & { code?: string; cause?: { code?: string } };
  return cause?.code ?? code ?? name;
}
