import type { SessionLimits } from '@care-atlas/data/administration';
import type { Database } from '@care-atlas/data/connection';
import type { ReadModel } from '@care-atlas/domain/read-model';
import type { DashboardConfiguration } from '@care-atlas/server/configuration';
import type { LoggerService } from '@nestjs/common';
import type { Traffic } from '@care-atlas/server/http';

/** What the dashboard needs from outside: everything that a test may want to be its own. */
export interface Surroundings {
  readonly configuration: DashboardConfiguration;
  readonly database: Database;
  /** Returns the read model to answer from. */
  readonly currentModel: () => ReadModel;
  readonly clock: () => Date;
  /** Milliseconds of a clock that never steps. */
  readonly stopwatch: () => number;
  readonly randomBytes: (count: number) => Buffer;
  /** Where the built client is; the server does without when it is not there. */
  readonly clientDirectory: string;
  /** What notes the requests, for those who watch the process. */
  readonly traffic?: Traffic;
  readonly logger?: LoggerService | false;
}

/** Token of the Surroundings among Nest's providers. */
export const SURROUNDINGS = Symbol('Surroundings');

const MINUTE_MS = 60_000;
/** How long signing in may take from its first step to its last. */
const UNFINISHED_MINUTES = 10;

export function sessionLimits({ idleMinutes, sessionHours }: DashboardConfiguration): SessionLimits {
  return {
    idleMs: idleMinutes * MINUTE_MS,
    absoluteMs: sessionHours * 60 * MINUTE_MS,
    unfinishedMs: UNFINISHED_MINUTES * MINUTE_MS,
  };
}
