import { type Database, openMigratedDatabase } from '@care-atlas/data/connection';
import { KeyRepository } from '@care-atlas/data/keys';
import { DirectorySource } from '@care-atlas/data/directory';
import type { Configuration } from '../configuration/configuration.js';
import { type Counters, openCounters } from '../limits/counters.js';
import type { ServiceContext } from './run-service.js';

/** The resources that every service of the directory needs. */
export interface ServiceResources {
  readonly database: Database;
  readonly source: DirectorySource;
  readonly counters: Counters;
  /** Call it after the last request has been answered. */
  close(): Promise<void>;
}

/** Opens the configured resources and stores the published key; waits until the database is available. */
export async function openServiceResources(
  { databaseUrl, poolSize, directoryUrl, sandboxKey, ...configuration }: Configuration,
  { log, untilAvailable, traceStatements }: ServiceContext,
): Promise<ServiceResources> {
  const database = await untilAvailable(() => openMigratedDatabase(databaseUrl, { poolSize }));
  traceStatements(database);
  await untilAvailable(() =>
    new KeyRepository(database).ensure(sandboxKey, { kind: 'sandbox', label: 'published' }),
  );
  const source = await untilAvailable(() => DirectorySource.open(directoryUrl, log));
  const counters = await openCounters(configuration, database, log);
  return {
    database,
    source,
    counters,
    async close() {
      await counters.close();
      await source.close();
      await database.close();
    },
  };
}
