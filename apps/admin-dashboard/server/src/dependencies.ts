import type { Database } from '@care-atlas/data/database';
import type { MakeDirectory } from '@care-atlas/domain/directory';
import type { DashboardConfiguration } from '@care-atlas/server/dashboard-configuration';
import type { LoggerService } from '@nestjs/common';
import type { Traffic } from '@care-atlas/server/traffic';

/** Everything that the dashboard receives from outside, so that a test can replace it. */
export interface Dependencies {
  readonly configuration: DashboardConfiguration;
  readonly database: Database;
  readonly directory: MakeDirectory;
  readonly clock: () => Date;
  /** Returns milliseconds of a monotonic clock. */
  readonly stopwatch: () => number;
  readonly randomBytes: (count: number) => Buffer;
  /** Directory of the built client; without it the server serves only the API. */
  readonly clientDirectory: string;
  /** Observes requests for metrics. */
  readonly traffic?: Traffic;
  readonly logger?: LoggerService | false;
}

/** Injection token of the Dependencies. */
export const DEPENDENCIES = Symbol('Dependencies');
