import 'reflect-metadata';
import { DataSource } from 'typeorm';
import { KEEP_ALIVE_MS } from './connection.js';
import { DirectoryNaming } from './directory-naming.js';
import { AdditionalLocationEntity } from '../entities/additional-location.entity.js';
import { AdministratorEntity } from '../entities/administrator.entity.js';
import { AdminSessionEntity } from '../entities/admin-session.entity.js';
import { ApiKeyEntity } from '../entities/api-key.entity.js';
import { AuditEventEntity } from '../entities/audit-event.entity.js';
import { AvailabilityObservationEntity } from '../entities/availability-observation.entity.js';
import { ClinicEntity } from '../entities/clinic.entity.js';
import { DatasetStatisticsEntity } from '../entities/dataset-statistics.entity.js';
import { DatasetVersionEntity } from '../entities/dataset-version.entity.js';
import { DoctorLanguageEntity, DoctorSpecialtyEntity } from '../entities/doctor-vocabulary.entity.js';
import { DoctorEntity } from '../entities/doctor.entity.js';
import { KeyUsageEntity } from '../entities/key-usage.entity.js';
import { OAuthRecordEntity } from '../entities/oauth-record.entity.js';
import { OAuthSecretEntity } from '../entities/oauth-secret.entity.js';
import { OpeningIntervalEntity } from '../entities/opening-interval.entity.js';
import { PurchaseEntity } from '../entities/purchase.entity.js';
import { PasskeyChallengeEntity } from '../entities/passkey-challenge.entity.js';
import { PasskeyEntity } from '../entities/passkey.entity.js';
import { RecoveryCodeEntity } from '../entities/recovery-code.entity.js';
import { ReviewEntity } from '../entities/review.entity.js';
import { SignInAttemptEntity } from '../entities/sign-in-attempt.entity.js';
import { SpecialtyServiceEntity } from '../entities/specialty-service.entity.js';
import { StationEntity } from '../entities/station.entity.js';
import { SyncChangeEntity } from '../entities/sync-change.entity.js';
import { SyncRejectEntity } from '../entities/sync-reject.entity.js';
import { SyncRunEntity } from '../entities/sync-run.entity.js';
import { LanguageEntity, SpecialtyEntity } from '../entities/vocabulary.entity.js';
import { Directory1795132800000 } from '../migrations/1795132800000-directory.js';
import { KeyUsage1795140000000 } from '../migrations/1795140000000-key-usage.js';
import { Synchronization1795145000000 } from '../migrations/1795145000000-synchronization.js';
import { OAuth1795160000000 } from '../migrations/1795160000000-oauth.js';
import { Purchases1795180000000 } from '../migrations/1795180000000-purchases.js';
import { Administration1795170000000 } from '../migrations/1795170000000-administration.js';
import { DirectoryOrder1795200000000 } from '../migrations/1795200000000-directory-order.js';
import { DropDirectoryOrder1795210000000 } from '../migrations/1795210000000-drop-directory-order.js';

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
    migrations: MIGRATIONS,
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
  AdminSessionEntity,
  AdministratorEntity,
  ApiKeyEntity,
  AuditEventEntity,
  AvailabilityObservationEntity,
  ClinicEntity,
  DatasetStatisticsEntity,
  DatasetVersionEntity,
  DoctorEntity,
  DoctorLanguageEntity,
  DoctorSpecialtyEntity,
  KeyUsageEntity,
  LanguageEntity,
  OAuthRecordEntity,
  OAuthSecretEntity,
  OpeningIntervalEntity,
  PurchaseEntity,
  PasskeyChallengeEntity,
  PasskeyEntity,
  RecoveryCodeEntity,
  ReviewEntity,
  SignInAttemptEntity,
  SpecialtyEntity,
  SpecialtyServiceEntity,
  StationEntity,
  SyncChangeEntity,
  SyncRejectEntity,
  SyncRunEntity,
];

// In the order of their time stamps.
const MIGRATIONS = [
  Directory1795132800000,
  KeyUsage1795140000000,
  Synchronization1795145000000,
  OAuth1795160000000,
  Administration1795170000000,
  Purchases1795180000000,
  DirectoryOrder1795200000000,
  DropDirectoryOrder1795210000000,
];
