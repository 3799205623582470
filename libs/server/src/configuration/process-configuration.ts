import { valuesOf } from './readers.js';
import { ConfigurationError } from './variable.js';

/** What a process logs. */
export interface LogRules {
  readonly level: string;
  /** Whether lines are JSON for programs, instead of text for a person. */
  readonly json: boolean;
  /** Whether each answer has a line. */
  readonly requests: boolean;
}

/** The address that serves metrics. */
export interface MetricsAddress {
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
}

/** Where traces are sent, and how many. */
export interface TraceRules {
  /** Base address of a collector that accepts OTLP over HTTP. */
  readonly endpoint: string;
  /** Share of the traces started here that are sent, from 0 to 1. */
  readonly share: number;
}

/** The settings that all services share. */
export type ProcessConfiguration = Readonly<ReturnType<typeof readProcessConfiguration>>;

/** @throws ConfigurationError one sentence that names the variable */
export function readProcessConfiguration(env: NodeJS.ProcessEnv) {
  rejectRemoved(env);
  const values = valuesOf(env, 'api', 'mcp', 'dashboard');
  const production = values.NODE_ENV === 'production';
  const { METRICS_HOST: host, METRICS_PORT: port, LOG_REQUESTS: requests } = values;
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: share } = values;
  return {
    log: {
      level: values.LOG_LEVEL,
      json: production,
      requests: requests === '' ? production : requests === 'yes',
    } satisfies LogRules,
    /** How long it continues to answer after a stop signal, so that load balancers can route around it. */
    drainMs: values.DRAIN_MS,
    /** Absent when metrics are not served. */
    metrics: port === undefined ? undefined : { host, port },
    /** Absent when tracing is off. */
    traces: endpoint === '' ? undefined : { endpoint, share },
  };
}

/** Rejects a variable of an earlier release that asks for a removed feature. */
function rejectRemoved({ DIRECTORY_ENGINE: engine }: NodeJS.ProcessEnv): void {
  if (!engine || engine === 'memory') return;
  throw new ConfigurationError(
    `DIRECTORY_ENGINE must be unset: every service answers from memory, but it is "${engine}".`,
  );
}
