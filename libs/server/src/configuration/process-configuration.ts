import { VARIABLES } from './configuration.js';
import type { MetricsAddress } from '../observability/metrics/metrics-server.js';
import type { TraceRules } from '../observability/tracing.js';
import { ConfigurationError, configured } from './variable.js';

/** How much a process tells of itself. */
export interface LogRules {
  readonly level: string;
  /** Whether lines are JSON, for programs, instead of text for a person. */
  readonly json: boolean;
  /** Whether each answer has a line. */
  readonly requests: boolean;
}

/** What every service is told of how it is to run, whatever it serves. */
export interface ProcessConfiguration {
  readonly log: LogRules;
  /** For how long it goes on answering after it was told to stop, so that nobody is sent to it any more. */
  readonly drainMs: number;
  /** Absent when the process is not watched. */
  readonly metrics?: MetricsAddress;
  /** Absent when no traces are made. */
  readonly traces?: TraceRules;
}

/** @throws ConfigurationError one sentence that names the variable */
export function readProcessConfiguration(env: NodeJS.ProcessEnv): ProcessConfiguration {
  refuseRemoved(env);
  const values = configured(VARIABLES, env);
  const production = values.NODE_ENV === 'production';
  const { METRICS_HOST: host, METRICS_PORT: port, LOG_REQUESTS: requests } = values;
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: share } = values;
  return {
    log: {
      level: values.LOG_LEVEL,
      json: production,
      requests: requests === '' ? production : requests === 'yes',
    },
    drainMs: values.DRAIN_MS,
    metrics: port === undefined ? undefined : { host, port },
    traces: endpoint === '' ? undefined : { endpoint, share },
  };
}

/** Refuses a variable of an earlier release that asks for what this one does not have. */
function refuseRemoved({ DIRECTORY_ENGINE: engine }: NodeJS.ProcessEnv): void {
  if (!engine || engine === 'memory') return;
  throw new ConfigurationError(
    `DIRECTORY_ENGINE must be unset: every service answers from memory, but it is "${engine}".`,
  );
}
