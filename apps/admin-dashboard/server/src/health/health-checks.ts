import { HealthRepository } from '@care-atlas/data/administration';
import { DirectoryHistoryRepository } from '@care-atlas/data/directory';
import type { HealthComponent, HealthState } from '@care-atlas/domain/access';
import { checkStore, withTimeout } from '@care-atlas/server/limits';
import type { Dependencies } from '../dependencies.js';

const TIMEOUT_MS = 5_000;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
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

const up = (detail: string): Seen => ({ state: 'up', detail });
const unknown = (detail: string): Seen => ({ state: 'unknown', detail });
const degraded = (detail: string): Seen => ({ state: 'degraded', detail });
const down = (detail: string): Seen => ({ state: 'down', detail });

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
  const notAsked = unknown('The database could not be asked.');
  return Object.entries({
    api: api.seen,
    connector: connector.seen,
    dashboard: up(`Serves the dataset ${own}.`),
    database: isAway ? down(facts.message) : up('It answers.'),
    standby: isAway ? notAsked : standbyOf(facts.standbys, facts.lagSeconds),
    store,
    datasets: datasetsOf({ API: api.dataset, connector: connector.dataset, dashboard: own }),
    register: register instanceof Error ? notAsked : registerOf(register, freshDays, now),
    backup: isAway ? notAsked : backupOf(facts.lastBackup, now),
  } satisfies Record<HealthComponent, Seen>).map(([component, seen]) => ({
    component: component as HealthComponent,
    ...seen,
  }));
}

/** Asks a service whether it is ready, and which dataset it serves. */
async function serviceAt(address: string): Promise<{ readonly seen: Seen; readonly dataset?: string }> {
  try {
    const begun = performance.now();
    const answer = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' });
    const milliseconds = Math.round(performance.now() - begun);
    if (!answer.ok) return { seen: down(`${address} answered with ${answer.status}.`) };
    const { dataset } = (await answer.json()) as { dataset?: { version?: string } };
    const version = dataset?.version ?? '';
    return { seen: up(`Serves the dataset ${version}; answered in ${milliseconds} ms.`), dataset: version };
  } catch (error) {
    return { seen: down(`${address} did not answer: ${causeOf(error)}.`) };
  }
}

async function storeAt(redisUrl: string): Promise<Seen> {
  if (redisUrl === '') return unknown('None is configured: each process counts its limits on its own.');
  try {
    await inTime(checkStore(redisUrl));
    return up('It answers.');
  } catch (error) {
    return degraded(`It does not answer, so each process counts its limits on its own: ${causeOf(error)}.`);
  }
}

function standbyOf(standbys: number, lagSeconds: number | null): Seen {
  if (standbys === 0) return unknown('None is connected.');
  const said =
    lagSeconds === null
      ? `${standbys} connected.`
      : `${standbys} connected; the slowest is ${lagSeconds.toFixed(1)} s behind.`;
  return (lagSeconds ?? 0) > MOST_LAG_SECONDS ? degraded(said) : up(said);
}

function datasetsOf(versions: Readonly<Record<string, string | undefined>>): Seen {
  const known = Object.entries(versions).filter(([, version]) => version !== undefined);
  const [[, first] = []] = known;
  if (known.every(([, version]) => version === first)) return up(`All serve ${first}.`);
  return degraded(`Not in step: ${known.map(([name, version]) => `${name} ${version}`).join(', ')}.`);
}

function registerOf(lastRun: Date | undefined, freshDays: number, now: Date): Seen {
  if (!lastRun) return degraded('No complete register was imported yet.');
  const days = Math.floor((now.getTime() - lastRun.getTime()) / DAY_MS);
  const said = `The last complete register was imported ${days} days ago; records stay fresh for ${freshDays}.`;
  return days >= freshDays ? degraded(said) : up(said);
}

function backupOf(last: { readonly finishedAt: Date; readonly succeeded: boolean } | null, now: Date): Seen {
  if (!last) return unknown('No backup was recorded.');
  const hours = Math.floor((now.getTime() - last.finishedAt.getTime()) / HOUR_MS);
  if (!last.succeeded) return down(`The last one failed ${hours} hours ago.`);
  const said = `The last one ended ${hours} hours ago.`;
  return hours >= BACKUP_HOURS ? degraded(said) : up(said);
}

function inTime<T>(asking: Promise<T>): Promise<T> {
  return withTimeout(asking, TIMEOUT_MS);
}

function failureOf(error: unknown): Error {
  return new Error(`It does not answer: ${causeOf(error)}.`);
}

/** The code of a failed connection rather than a message, which may name more than it should. */
function causeOf(error: unknown): string {
  const { cause, code, name } = error as Error & { code?: string; cause?: { code?: string } };
  return cause?.code ?? code ?? name;
}
