import type { Database } from '@care-atlas/data/connection';
import type { ReadModel } from '@care-atlas/domain/read-model';
import type { DashboardConfiguration } from '@care-atlas/server/configuration';
import type { RequestObserver } from '@care-atlas/server/http';
import type { LoggerService } from '@nestjs/common';
import type { AlertSender } from './health/alert-sender.js';

/** Everything that the dashboard receives from outside, so that a test can replace it. */
export abstract class Dependencies {
  abstract readonly configuration: DashboardConfiguration;
  abstract readonly database: Database;
  /** Returns the read model of the dataset version in service. */
  abstract readonly currentModel: () => ReadModel;
  abstract readonly clock: () => Date;
  /** Returns milliseconds of a monotonic clock. */
  abstract readonly stopwatch: () => number;
  abstract readonly randomBytes: (count: number) => Buffer;
  /** Tells administrators of failures. */
  abstract readonly alerts: AlertSender;
  /** Directory of the built client; without it the server serves only the API. */
  abstract readonly clientDirectory: string;
  /** Observes requests for metrics. */
  abstract readonly observer?: RequestObserver;
  abstract readonly logger?: LoggerService | false;
}
