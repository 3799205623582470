import { join, resolve } from 'node:path';
import {
  COMMAND_OPTIONS,
  databaseReason,
  isDatabaseUnreachable,
  migrate,
  openDatabase,
  waitForDatabase,
} from '@care-atlas/data/connection';
import { type ExportPlace, exportStore, publishExport } from '@care-atlas/data/exports';
import { KeyLeaseRepository } from '@care-atlas/data/keys';
import { hasSynchronized } from '@care-atlas/data/sync';
import {
  type ApiConfiguration,
  ConfigurationError,
  configured,
  dashboardUrl,
  readApiConfiguration,
  VARIABLES,
} from '@care-atlas/server/configuration';
import { dashboardSecret, type FirstAdministrator, firstAdministrator } from './dashboard.js';
import { loadSample } from '../sample/load-sample.js';
import { instanceOf, writeInstance } from './instance.js';
import { FROM_SOURCE, servicePlan } from './service-process.js';
import { SourceWatch } from './source-watch.js';
import { nodeLine } from './node-line.js';
import { SupervisedPostgres } from './supervised-postgres.js';
import { SupervisedService } from './supervised-service.js';
import { type Listener, refuseTakenPorts } from './taken-ports.js';
import { PROJECT } from '../project.js';

/** The services of the product, in the order in which they start. */
const SERVICES = [
  { name: 'API', app: 'apps/api', port: 'PORT', ping: '/api/v1/ping' },
  { name: 'MCP', app: 'apps/mcp', port: 'MCP_PORT', ping: '/ping' },
  {
    name: 'Dashboard',
    app: 'apps/admin-dashboard',
    source: 'server/src',
    port: 'DASHBOARD_PORT',
    ping: '/api/ping',
  },
  // It listens nowhere: it is there when the dashboard is, from which it gets its work.
  { name: 'Imports', app: 'apps/sync', words: ['worker'], port: 'DASHBOARD_PORT', ping: '/api/ping' },
] as const;

/** Everything that runs, in the order of its start; it is stopped in reverse order. */
const running: { stop(): Promise<unknown> }[] = [];
const stopping = new AbortController();
/** Rejects when something that runs has failed for good. */
const failed = Promise.withResolvers<never>();

// SQLSTATE: the role may not log in, wrong password, no such database.
const WRONG_URL_CODES = new Set(['28000', '28P01', '3D000']);

/**
 * Repeats a step of the start until the database answers. A wrong user, password or name of the database is an error at once. A
 * host that cannot be found is not: a network may know its name later.
 */
async function whenReachable<T>(step: () => Promise<T>): Promise<T> {
  try {
    return await waitForDatabase(step, { log: console.error, isTemporary: isDatabaseUnreachable });
  } catch (error) {
    if (!WRONG_URL_CODES.has(String((error as { readonly code?: unknown }).code))) throw error;
    const advice = 'correct the user, the password or the name of the database in DATABASE_URL';
    throw new Error(`The database refuses the connection (${databaseReason(error)}): ${advice}.`, {
      cause: error,
    });
  }
}

/** Returns the URL of a migrated database with data. */
async function prepareDatabase(): Promise<string> {
  const { DATA_DIR, DATABASE_URL, SAMPLE_DOCTORS, NODE_ENV } = configured(VARIABLES, process.env);
  const databaseUrl = DATABASE_URL || (await embeddedDatabase(resolve(PROJECT, DATA_DIR, 'postgres')));
  await whenReachable(() => migrate(databaseUrl));
  // Who else uses a configured database, and which release, is for its operator to know.
  if (!DATABASE_URL) await whenReachable(() => letServicesRememberKeys(databaseUrl));
  // An empty production database must not be filled with invented doctors.
  const wantsSample = NODE_ENV !== 'production' && SAMPLE_DOCTORS > 0;
  if (wantsSample) await whenReachable(() => loadSampleOnce(databaseUrl, SAMPLE_DOCTORS));
  return databaseUrl;
}

async function loadSampleOnce(databaseUrl: string, doctors: number): Promise<void> {
  if (await hasSynchronized(databaseUrl)) return;
  console.log(`Loading sample data, once: ${doctors} invented doctors with clinics and reviews.`);
  await loadSample(databaseUrl, doctors, new Date(), eachSecond(console.log));
}

async function letServicesRememberKeys(databaseUrl: string): Promise<void> {
  const database = await openDatabase(databaseUrl, COMMAND_OPTIONS);
  try {
    await new KeyLeaseRepository(database.manager).enable(true, { actor: 'start' });
  } finally {
    await database.close();
  }
}

/** Writes the files of GET /exports, unless they are there. */
async function prepareExports(databaseUrl: string, place: ExportPlace): Promise<void> {
  await publishExport(databaseUrl, exportStore(place), { now: new Date(), onProgress: console.log });
}

async function embeddedDatabase(directory: string): Promise<string> {
  const postgres = new SupervisedPostgres(directory, console.log);
  running.push(postgres);
  postgres.failed.catch(failed.reject);
  return postgres.ready;
}

/** Starts everything, and resolves when all services are ready. */
async function runServices(): Promise<void> {
  const values = configured(VARIABLES, process.env);
  const { DATA_DIR, DASHBOARD_SECRET, HOST } = values;
  // Before the sample is loaded, which takes a while.
  await refuseTakenPorts(listenersOf(values));
  const databaseUrl = await prepareDatabase();
  const instance = instanceOf(process.env);
  // With a database and folders elsewhere, nothing else has to be written there.
  await writeInstance(resolve(PROJECT, DATA_DIR), instance).catch((error: Error) =>
    console.error(`Commands have to get the variables of this instance themselves: ${error.message}`),
  );
  const env = {
    ...process.env,
    ...instance.settings,
    DATABASE_URL: databaseUrl,
    DASHBOARD_SECRET: DASHBOARD_SECRET || (await dashboardSecret(resolve(PROJECT, DATA_DIR))),
  };
  const configuration = readApiConfiguration(env);
  await whenReachable(() => prepareExports(databaseUrl, configuration.exports));
  const administrator = await whenReachable(() => firstAdministrator(databaseUrl));
  const sources = FROM_SOURCE
    ? new SourceWatch(['libs', 'apps'].map((each) => join(PROJECT, each)))
    : undefined;
  if (sources) running.push(sources);
  for (const [i, { port, ping, ...about }] of SERVICES.entries()) {
    const own = { ...env, METRICS_PORT: String(metricsPort(values, i) ?? '') };
    const plan = servicePlan(about, own, `http://${HOST}:${values[port]}${ping}`, sources?.file);
    stopping.signal.throwIfAborted();
    console.log(`Starting ${about.name}.`);
    const service = new SupervisedService(plan, console.error);
    running.push(service);
    await service.ready;
  }
  console.log(welcome(configuration, administrator));
}

type Values = ReturnType<typeof configured<typeof VARIABLES>>;

/** Returns the port of the metrics of a service, by its place in the order: numbered from the first, unless that is any free one. */
function metricsPort({ METRICS_PORT: first }: Values, place: number): number | undefined {
  return first === 0 ? 0 : first && first + place;
}

/** Returns where the services listen: for requests, and for their metrics, which the last one has none of. */
function listenersOf(values: Values): Listener[] {
  const listening = SERVICES.slice(0, -1);
  const metrics = listening.flatMap((_, place) => metricsPort(values, place) ?? []);
  return [
    ...listening.map(({ port }) => ({ variable: port, host: values.HOST, port: values[port] })),
    ...metrics.map((port) => ({ variable: 'METRICS_PORT', host: values.METRICS_HOST, port })),
  ];
}

function welcome(
  { baseUrl, mcpUrl, sandboxKey }: ApiConfiguration,
  administrator?: FirstAdministrator,
): string {
  const first = administrator
    ? `\n               name ${administrator.name}, one-time password ${administrator.oneTimePassword}`
    : '';
  return `
Care Atlas is running. Ctrl-C stops it.

  Try it       ${baseUrl}
  API          ${baseUrl}/api/v1 (reference: ${baseUrl}/docs)
  Assistants   ${mcpUrl} (docs/guides/mcp.md)
  Dashboard    ${dashboardUrl(process.env)}${first}
  Sandbox key  ${sandboxKey}

  curl -H 'Authorization: Bearer ${sandboxKey}' \\
    '${baseUrl}/api/v1/doctors?languages=Tamil&accepting=true&nearTTC=true'
`;
}

/** Drops lines that follow another one within a second. */
function eachSecond(log: (line: string) => void): (line: string) => void {
  let last = performance.now();
  return (line) => {
    if (performance.now() - last < 1_000) return;
    last = performance.now();
    log(line);
  };
}

function explain(error: unknown): void {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  console.error(error instanceof ConfigurationError || !process.env['DEBUG'] ? message : stack);
}

// A terminal sends Ctrl-C to every process, and npm passes it on again: only the first signal counts.
const stopped = new Promise<void>((settle) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => settle());
});
const line = nodeLine(process.version, process.env['npm_config_user_agent']);
if (line) console.log(line);
const started = runServices();
try {
  await Promise.race([started, stopped, failed.promise]);
  await Promise.race([stopped, failed.promise]);
  console.log('Stopping.');
} catch (error) {
  explain(error);
  process.exitCode = 1;
}
// A stop interrupts what still starts, such as the loading of the sample, and makes it fail.
started.catch(() => undefined);
stopping.abort();
for (const part of running.toReversed()) await part.stop();
process.exit();
