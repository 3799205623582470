import type { Database } from '@care-atlas/data/connection';
import type { ReadModel } from '@care-atlas/domain/read-model';
import type { DashboardConfiguration } from '@care-atlas/server/configuration';
import type { LoggerService } from '@nestjs/common';
import type { RequestObserver } from '@care-atlas/server/http';

/** Everything that the dashboard receives from outside, so that a test can replace it. */
export interface Dependencies {
  readonly configuration: DashboardConfiguration;
  readonly database: Database;
  /** Returns the read model of the dataset version in service. */
  readonly currentModel: () => ReadModel;
  readonly clock: () => Date;
  /** Returns milliseconds of a monotonic clock. */
  readonly stopwatch: () => number;
  readonly randomBytes: (count: number) => Buffer;
  /** Directory of the built client; without it the server serves only the API. */
  readonly clientDirectory: string;
  /** Observes requests for metrics. */
  readonly observer?: RequestObserver;
  readonly logger?: LoggerService | false;
}

/** Injection token of the Dependencies. */
export const DEPENDENCIES = Symbol('Dependencies');
