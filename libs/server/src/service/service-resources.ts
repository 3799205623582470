import { type Database, openMigratedDatabase } from '@care-atlas/data/connection';
import { KeyRepository } from '@care-atlas/data/keys';
import type { Configuration } from '../configuration/configuration.js';
import { type Counters, openCounters } from '../limits/counters.js';
import { DirectorySource } from '../answers/directory-source.js';
import type { ServiceFrame } from './run-service.js';

/** What every door of the directory stands on. */
export interface Backing {
  readonly database: Database;
  readonly source: DirectorySource;
  readonly counters: Counters;
  /** After the last request has been answered. */
  close(): Promise<void>;
}

/** Opens it as configured, with the published key in the database; waits until the database is there. */
export async function openBacking(
  configuration: Configuration,
  { say, untilAvailable, traceStatements }: ServiceFrame,
): Promise<Backing> {
  const { databaseUrl, directoryUrl, sandboxKey } = configuration;
  const database = await untilAvailable(() => openMigratedDatabase(databaseUrl));
  traceStatements(database);
  await untilAvailable(() =>
    new KeyRepository(database).ensure(sandboxKey, { kind: 'sandbox', label: 'published' }),
  );
  const source = await untilAvailable(() => DirectorySource.open(directoryUrl, say));
  const counters = await openCounters(configuration, database, say);
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
