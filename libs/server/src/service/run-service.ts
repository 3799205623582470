import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Database,
  PoolingModeError,
  SchemaTooOldError,
  waitForDatabase,
} from '@care-atlas/data/connection';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import {
  type ProcessConfiguration,
  readProcessConfiguration,
} from '../configuration/process-configuration.js';
import { ConfigurationError } from '../configuration/variable.js';
import { RequestObserver } from '../http/request-observer.js';
import { openLog } from '../observability/log.js';
import { serveMetrics } from '../observability/metrics/metrics-server.js';
import type { Tracing } from '../observability/tracing.js';

/** The time allowed for closing, after draining. */
const CLOSE_TIMEOUT_MS = 6_500;
/** The time allowed for writing the end of the log. */
const FLUSH_TIMEOUT_MS = 1_000;
/** Errors whose message is all that an operator needs. */
const OPERATOR_ERRORS = [ConfigurationError, PoolingModeError, SchemaTooOldError];

/** What a service gets from its process. */
export interface ServiceContext {
  readonly log: Logger;
  /** Retries until the database is available and migrated to this release. */
  readonly untilAvailable: <T>(attempt: () => Promise<T>) => Promise<T>;
  readonly observer: RequestObserver;
  /** Adds the statements of requests to their traces, if tracing is configured. */
  readonly traceStatements: (database: Database) => void;
  /** Serves metrics, if that is configured. */
  readonly showMetrics: (registry: () => Registry) => Promise<void>;
}

/**
 * Runs a service until SIGTERM, SIGINT or SIGHUP. A failure to start is logged and ends the process with status 1, except that an
 * unavailable database is waited for.
 *
 * On the signal, the service reports that it is not ready and continues to answer for a while, each answer closing its
 * connection. Then it closes, and completes every request that has started. The same signal again exits at once.
 * @param start starts the service, and returns a function that stops it
 */
export async function runService(
  name: string,
  env: NodeJS.ProcessEnv,
  start: (context: ServiceContext) => Promise<() => Promise<void>>,
): Promise<void> {
  const settings = readOrExit(name, () => readProcessConfiguration(env));
  const log = openLog(name, settings.log);
  const tracing = await openTracing(name, settings, log);
  const observer = new RequestObserver(settings.log.requests ? log : undefined, tracing);
  let stop: (() => Promise<void>) | undefined;
  const received = new Set<string>();
  const onSignal = (signal: string) => {
    // A terminal sends Ctrl-C to every process, and a parent then stops its children: only the same signal twice means
    // "exit now".
    if (received.has(signal)) return void exit(1, log);
    received.add(signal);
    if (received.size > 1) return;
    if (!stop) process.exit(0);
    void shutDown(stop, observer, settings, log);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, onSignal);
  try {
    const stopService = await start({
      log,
      observer,
      traceStatements: ({ pool }) => tracing?.watch(pool),
      untilAvailable: (attempt) => waitForDatabase(attempt, { log: (line) => log.error(line) }),
      showMetrics: (registry) => serveMetrics(registry, settings.metrics, log),
    });
    stop = async () => {
      await stopService();
      await tracing?.close();
    };
    // As a child process, it reports that it is ready, and stops when the parent exits.
    process.send?.('ready');
    process.once('disconnect', () => onSignal('disconnect'));
  } catch (error) {
    if (OPERATOR_ERRORS.some((kind) => error instanceof kind)) log.fatal((error as Error).message);
    else log.fatal({ err: error }, 'It could not be started.');
    process.exit(1);
  }
}

async function shutDown(
  stop: () => Promise<void>,
  observer: RequestObserver,
  { drainMs }: ProcessConfiguration,
  log: Logger,
): Promise<void> {
  log.info('Stopping.');
  observer.drain();
  await sleep(drainMs);
  const timer = setTimeout(() => {
    log.error('Not everything was done in time: what is left is cut off.');
    void exit(1, log);
  }, CLOSE_TIMEOUT_MS);
  try {
    await stop();
  } catch (error) {
    log.error({ err: error }, 'It could not be stopped in order.');
    return exit(1, log);
  }
  clearTimeout(timer);
  await exit(0, log);
}

/** Ends the process. A log that nobody reads would keep it: its writes block, and Node waits for them. */
async function exit(code: number, log: Logger): Promise<void> {
  const stalled = setTimeout(() => process.kill(process.pid, 'SIGKILL'), FLUSH_TIMEOUT_MS);
  await new Promise((resolve) => log.flush(resolve));
  clearTimeout(stalled);
  process.exit(code);
}

// Imported on demand: without tracing, the library is not loaded.
async function openTracing(
  name: string,
  { traces }: ProcessConfiguration,
  log: Logger,
): Promise<Tracing | undefined> {
  if (!traces) return undefined;
  const { Tracing } = await import('../observability/tracing.js');
  return new Tracing(`care-atlas-${name.toLowerCase()}`, traces, log);
}

// The log does not exist yet: its own variable may be the wrong one.
function readOrExit(name: string, read: () => ProcessConfiguration): ProcessConfiguration {
  try {
    return read();
  } catch (error) {
    console.error(`${name}: ${(error as Error).message}`);
    process.exit(1);
  }
}
