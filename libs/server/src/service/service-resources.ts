import { type Database, openMigratedDatabase } from '@care-atlas/data/connection';
import { KeyMemory, KeyRepository, KeyUsageRepository, RequestLogRepository } from '@care-atlas/data/keys';
import { DirectorySource } from '@care-atlas/data/directory';
import { currentMoment, KeyLease } from '../access/key-lease.js';
import type { Configuration } from '../configuration/configuration.js';
import { type Counters, openCounters } from '../limits/counters.js';
import type { Addresses } from '../observability/metrics/outside-metrics.js';
import { RequestRecorder } from '../observability/request-recorder.js';
import { type BatchTask, HourlyTasks } from './hourly-tasks.js';
import type { ServiceContext } from './run-service.js';

/** The resources that every service of the directory needs. */
export interface ServiceResources {
  readonly database: Database;
  readonly source: DirectorySource;
  readonly counters: Counters;
  /** Absent where each key is asked for. */
  readonly keyMemory: KeyMemory | undefined;
  /** Where they are. */
  readonly addresses: Addresses;
  /** Call it after the last request has been answered. */
  close(): Promise<void>;
}

/** Opens the configured resources and stores the published key; waits until the database is available. */
export async function openServiceResources(
  {
    databaseUrl,
    poolSize,
    directoryUrl,
    sandboxKey,
    usageDays,
    requestLogRate,
    asksForKeys,
    ...configuration
  }: Configuration,
  { log, observer, untilAvailable, traceStatements }: ServiceContext,
): Promise<ServiceResources> {
  const database = await untilAvailable(() => openMigratedDatabase(databaseUrl, { poolSize }));
  traceStatements(database);
  await untilAvailable(() =>
    new KeyRepository(database, { actor: 'start' }).ensure(sandboxKey, {
      kind: 'sandbox',
      label: 'published',
    }),
  );
  const source = await untilAvailable(() => DirectorySource.open(directoryUrl, log));
  const counters = await openCounters(configuration, database, log);
  const requests = new RequestRecorder(new RequestLogRepository(database), requestLogRate, Date.now, log);
  observer.recorder = requests;
  const upkeep = new HourlyTasks(usageTasks(database, usageDays), (error) =>
    log.error({ err: error }, 'Old requests and counts of the use of keys are not deleted yet.'),
  );
  const keyMemory = asksForKeys ? undefined : new KeyMemory(currentMoment);
  const lease = keyMemory && new KeyLease(database, keyMemory, log);
  return {
    database,
    source,
    counters,
    keyMemory,
    addresses: { database: databaseUrl, standby: directoryUrl, store: configuration.redisUrl },
    async close() {
      await lease?.close();
      await upkeep.stop();
      await requests.close();
      await counters.close();
      await source.close();
      await database.close();
    },
  };
}

function usageTasks(database: Database, keptDays: number): readonly BatchTask[] {
  const usage = new KeyUsageRepository(database);
  const requests = new RequestLogRepository(database);
  return [
    async () => {
      await usage.settle(new Date());
      return false;
    },
    () => usage.prune(new Date(), keptDays),
    () => requests.prune(new Date(), keptDays),
  ];
}
