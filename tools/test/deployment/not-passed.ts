import type { VARIABLES } from '@care-atlas/server/configuration';

type Name = keyof typeof VARIABLES;

/** Variables that no container gets from an operator, and why. */
export const NOT_PASSED: Partial<Record<Name, string>> = {
  NODE_ENV: 'The image sets it.',
  HOST: 'The image sets it.',
  PORT: 'The ports inside are those of the image, the health checks, the proxy and the services of the cluster.',
  MCP_PORT: 'As PORT.',
  DASHBOARD_PORT: 'As PORT.',
  OAUTH_CLIENT_NETWORKS: 'Production accepts none.',
  STRIPE_API_URL: 'Production accepts the default only.',
};

/** Variables of Node and of the library of traces. */
export const OF_LIBRARIES = ['NODE_EXTRA_CA_CERTS', 'OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_RESOURCE_ATTRIBUTES'];

/** Variables whose value Compose itself chooses. */
export const CHOSEN: readonly string[] = [
  'DATABASE_URL',
  'REDIS_URL',
  'METRICS_PORT',
  'METRICS_HOST',
  'IMPORT_SPOOL_DIR',
] satisfies Name[];
