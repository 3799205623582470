import 'reflect-metadata';
import { DataSource } from 'typeorm';
import { KEEP_ALIVE_MS } from './connection.js';
import { DirectoryNaming } from './directory-naming.js';
import { AdditionalLocationEntity } from './entities/additional-location.entity.js';
import { ApiKeyEntity } from './entities/api-key.entity.js';
import { ClinicEntity } from './entities/clinic.entity.js';
import { DatasetVersionEntity } from './entities/dataset-version.entity.js';
import { DoctorLanguageEntity, DoctorSpecialtyEntity } from './entities/doctor-vocabulary.entity.js';
import { DoctorEntity } from './entities/doctor.entity.js';
import { OpeningIntervalEntity } from './entities/opening-interval.entity.js';
import { ReviewEntity } from './entities/review.entity.js';
import { SpecialtyServiceEntity } from './entities/specialty-service.entity.js';
import { StationEntity } from './entities/station.entity.js';
import { SyncRunEntity } from './entities/sync-run.entity.js';
import { LanguageEntity, SpecialtyEntity } from './entities/vocabulary.entity.js';
import { Directory1795132800000 } from './migrations/1795132800000-directory.js';

/** How much of the database a process may use, and how long it may wait. Times are in milliseconds, 0 is no limit. */
export interface DatabaseOptions {
  /** Shown in PostgreSQL's list of sessions. */
  readonly applicationName: string;
  /** Connections at most. */
  readonly poolSize: number;
  /** How long a request may wait for a connection. */
  readonly connectTimeout: number;
  /** How long an answer may take, measured here: it fires even when the server is frozen. */
  readonly queryTimeout: number;
  /** How long the server may work on a statement: shorter, so that in the usual case it is the server that stops. */
  readonly statementTimeout: number;
  /** Told when an idle connection dies. The pool replaces it; there is nothing else to do. */
  readonly onIdleError: (error: Error) => void;
}

/** What a serving process uses. With these, every fault of the database ends in an error within about 2 s. */
export const SERVING_OPTIONS: DatabaseOptions = {
  applicationName: 'care-atlas',
  poolSize: 10,
  connectTimeout: 1000,
  queryTimeout: 2000,
  statementTimeout: 1500,
  onIdleError: () => undefined,
};

/** The data source over our entities and migrations, not yet connected. */
export function directoryDataSource(url: string, options: DatabaseOptions): DataSource {
  return new DataSource({
    type: 'postgres',
    url,
    // The role of a service may not create extensions, and none is needed.
    installExtensions: false,
    uuidExtension: 'pgcrypto',
    synchronize: false,
    namingStrategy: new DirectoryNaming(),
    entities: ENTITIES,
    migrations: [Directory1795132800000],
    migrationsTableName: 'schema_migration',
    migrationsTransactionMode: 'each',
    poolErrorHandler: options.onIdleError,
    extra: {
      application_name: options.applicationName,
      max: options.poolSize,
      connectionTimeoutMillis: options.connectTimeout,
      query_timeout: options.queryTimeout,
      statement_timeout: options.statementTimeout,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    },
  });
}

const ENTITIES = [
  AdditionalLocationEntity,
  ApiKeyEntity,
  ClinicEntity,
  DatasetVersionEntity,
  DoctorEntity,
  DoctorLanguageEntity,
  DoctorSpecialtyEntity,
  LanguageEntity,
  OpeningIntervalEntity,
  ReviewEntity,
  SpecialtyEntity,
  SpecialtyServiceEntity,
  StationEntity,
  SyncRunEntity,
];
