import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, isDatabaseNotReady, PoolingModeError } from '@care-atlas/data/connection';
import type { Registry } from 'prom-client';
import { type Log, openLog } from '../observability/log.js';
import { showMetrics } from '../observability/metrics/metrics-server.js';
import {
  type ProcessConfiguration,
  readProcessConfiguration,
} from '../configuration/process-configuration.js';
import type { Tracing } from '../observability/tracing.js';
import { Traffic } from '../http/request-observer.js';
import { ConfigurationError } from '../configuration/variable.js';

const RETRY_MS = 1_000;
/** How often it is said again what is waited for. */
const REMIND_EVERY = 30;
/** How long closing may take, after draining; what is not done then is cut off. */
const CLOSE_MS = 6_500;

/** What a service finds around it. */
export interface ServiceFrame {
  readonly log: Log;
  /** Tells the person who runs the service. */
  readonly say: (line: string) => void;
  /** Tries until the database is there, and as this release needs it. */
  readonly untilAvailable: <T>(attempt: () => Promise<T>) => Promise<T>;
  readonly traffic: Traffic;
  /** Makes the statements of requests part of their traces, if traces are configured. */
  readonly traceStatements: (database: Database) => void;
  /** Shows the metrics to those who watch the process, if that is configured. */
  readonly showMetrics: (registry: () => Registry) => Promise<void>;
}

/**
 * Runs a service of this process until it is told to stop by SIGTERM or SIGINT. What keeps it from starting is
 * said in one line, and ends the process with status 1; only a database that is not there yet is waited for.
 *
 * When it is told to stop, it says that it is not ready and goes on answering for a while, each answer the last on its
 * connection; then it closes, and every request that was begun is answered. The same signal again ends it at once.
 * @param start starts the service, and gives back what stops it
 */
export async function runService(
  name: string,
  env: NodeJS.ProcessEnv,
  start: (frame: ServiceFrame) => Promise<() => Promise<void>>,
): Promise<void> {
  const settings = orExplain(name, () => readProcessConfiguration(env));
  const log = openLog(name, settings.log);
  const tracing = await openTracing(name, settings, log);
  const traffic = new Traffic(settings.log.requests ? log : undefined, tracing);
  let stop: (() => Promise<void>) | undefined;
  const heard = new Set<string>();
  const onSignal = (signal: string) => {
    // A terminal sends Ctrl-C to every process, and a parent then tells its own to stop: only one kind twice is a wish.
    if (heard.has(signal)) process.exit(1);
    heard.add(signal);
    if (heard.size > 1) return;
    if (!stop) process.exit(0);
    void end(stop, traffic, settings, log);
  };
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal);
  try {
    const stopService = await start(frameOf(log, traffic, tracing, settings));
    stop = async () => {
      await stopService();
      await tracing?.close();
    };
    // Started by another process of ours, a service tells it that it is ready, and ends when that one is gone.
    process.send?.('ready');
    process.once('disconnect', () => onSignal('disconnect'));
  } catch (error) {
    if (error instanceof ConfigurationError || error instanceof PoolingModeError) log.fatal(error.message);
    else log.fatal({ err: error }, 'It could not be started.');
    process.exit(1);
  }
}

async function end(
  stop: () => Promise<void>,
  traffic: Traffic,
  { drainMs }: ProcessConfiguration,
  log: Log,
): Promise<void> {
  log.info('Stopping.');
  traffic.drain();
  await sleep(drainMs);
  const late = setTimeout(() => {
    log.error('Not everything was done in time: what is left is cut off.');
    process.exit(1);
  }, CLOSE_MS);
  try {
    await stop();
  } catch (error) {
    log.error({ err: error }, 'It could not be stopped in order.');
    process.exit(1);
  }
  clearTimeout(late);
  process.exit(0);
}

/** The library of traces is not even loaded where none are made. */
async function openTracing(
  name: string,
  { traces }: ProcessConfiguration,
  log: Log,
): Promise<Tracing | undefined> {
  if (!traces) return undefined;
  const { Tracing } = await import('../observability/tracing.js');
  return new Tracing(`care-atlas-${name.toLowerCase()}`, traces, (line) => log.warn(line));
}

function frameOf(
  log: Log,
  traffic: Traffic,
  tracing: Tracing | undefined,
  { metrics }: ProcessConfiguration,
): ServiceFrame {
  const say = (line: string) => log.info(line);
  return {
    log,
    say,
    traffic,
    traceStatements: ({ pool }) => tracing?.watch(pool),
    untilAvailable: waitForDatabase(say),
    showMetrics: (registry) => showMetrics(registry, metrics, say),
  };
}

function waitForDatabase(say: (line: string) => void): ServiceFrame['untilAvailable'] {
  return async (attempt) => {
    let told = '';
    for (let tries = 0; ; tries++) {
      try {
        return await attempt();
      } catch (error) {
        if (!isDatabaseNotReady(error)) throw error;
        const line = `Waiting for the database: ${(error as Error).message}`;
        if (line !== told || tries % REMIND_EVERY === 0) say(line);
        told = line;
        await sleep(RETRY_MS);
      }
    }
  };
}

/** Before there is a log: a wrong variable may be one of the log. */
function orExplain(name: string, read: () => ProcessConfiguration): ProcessConfiguration {
  try {
    return read();
  } catch (error) {
    console.error(`${name}: ${(error as Error).message}`);
    process.exit(1);
  }
}
