import { type Variable, type Values, configured } from './variable.js';
import { VARIABLES } from './variables.js';

/** A program that reads variables; `sync` is every import and command of apps/sync but its worker. */
export type Program = 'api' | 'mcp' | 'dashboard' | 'sync' | 'worker' | 'console';

type Name = keyof typeof VARIABLES;

/**
 * The programs that read each variable; of none that are listed for `npm start` alone. A configuration holds the variables
 * of its program only, so the compiler reports one that is read and not listed; a test reports the opposite. What passes
 * variables to containers is compared with this table (tools/test/deployment).
 */
const READERS = {
  NODE_ENV: ['api', 'mcp', 'dashboard'],
  PORT: ['api', 'mcp', 'dashboard'],
  HOST: ['api', 'mcp', 'dashboard'],
  BASE_URL: ['api', 'mcp', 'dashboard'],
  MCP_PORT: ['api', 'mcp', 'dashboard'],
  MCP_URL: ['api', 'mcp', 'dashboard'],
  DASHBOARD_PORT: ['dashboard'],
  DASHBOARD_URL: ['dashboard'],
  DASHBOARD_SECRET: ['dashboard'],
  SESSION_IDLE_MINUTES: ['dashboard'],
  SESSION_HOURS: ['dashboard'],
  OIDC_ISSUER: ['dashboard'],
  OIDC_CLIENT_ID: ['dashboard'],
  OIDC_CLIENT_SECRET: ['dashboard'],
  OIDC_CLAIM: ['dashboard'],
  OIDC_LABEL: ['dashboard'],
  IMPORT_SPOOL_DIR: ['dashboard', 'worker'],
  IMPORT_UPLOAD_MB: ['dashboard'],
  IMPORT_SECOND_ADMINISTRATOR: ['dashboard'],
  IMPORT_MEMORY_MB: ['worker'],
  IMPORT_MINUTES: ['worker'],
  IMPORT_UNPACKED_MB: ['sync', 'worker'],
  IMPORT_UNPACKED_RATIO: ['sync', 'worker'],
  METRICS_PORT: ['api', 'mcp', 'dashboard'],
  METRICS_HOST: ['api', 'mcp', 'dashboard'],
  LOG_LEVEL: ['api', 'mcp', 'dashboard'],
  LOG_REQUESTS: ['api', 'mcp', 'dashboard'],
  OTEL_EXPORTER_OTLP_ENDPOINT: ['api', 'mcp', 'dashboard'],
  OTEL_TRACES_SAMPLER_ARG: ['api', 'mcp', 'dashboard'],
  DRAIN_MS: ['api', 'mcp', 'dashboard'],
  DATABASE_URL: ['api', 'mcp', 'dashboard', 'sync', 'worker', 'console'],
  DATABASE_POOL_SIZE: ['api', 'mcp', 'dashboard'],
  DIRECTORY_DATABASE_URL: ['api', 'mcp', 'dashboard'],
  DATA_DIR: [],
  EXPORT_DIR: ['api', 'sync', 'worker'],
  EXPORT_BUCKET_URL: ['api', 'sync', 'worker'],
  EXPORT_BUCKET_REGION: ['api', 'sync', 'worker'],
  EXPORT_BUCKET_KEY_ID: ['api', 'sync', 'worker'],
  EXPORT_BUCKET_SECRET: ['api', 'sync', 'worker'],
  SAMPLE_DOCTORS: [],
  SANDBOX_KEY: ['api', 'mcp'],
  KEY_CHECK: ['api', 'mcp'],
  RATE_LIMIT_SANDBOX: ['api', 'mcp'],
  RATE_LIMIT_LIVE: ['api', 'mcp'],
  RATE_LIMIT_GATEWAY: ['api', 'mcp'],
  RATE_LIMIT_ADMIN: ['api', 'mcp'],
  RATE_LIMIT_CONSUMER: ['api', 'mcp'],
  RATE_LIMIT_FAILURES: ['api', 'mcp'],
  RATE_LIMIT_OPEN: ['api', 'mcp'],
  REDIS_URL: ['api', 'mcp', 'dashboard'],
  GATEWAY_NAME: ['api', 'mcp'],
  GATEWAY_HOST: ['api', 'mcp'],
  RATE_LIMIT_OAUTH: ['mcp'],
  OAUTH_SECRET: ['mcp'],
  OAUTH_CLIENTS: ['mcp'],
  OAUTH_CLIENTS_PER_ADDRESS: ['mcp'],
  OAUTH_CLIENT_NETWORKS: ['mcp'],
  SANDBOX_PAGE_MAXIMUM: ['api', 'mcp'],
  SANDBOX_NESTED_REVIEWS: ['api', 'mcp'],
  SANDBOX_NESTED_DOCTORS: ['api', 'mcp'],
  FRESH_DAYS: ['api', 'mcp', 'dashboard'],
  REGISTER_PAGE_URL: ['api', 'mcp'],
  RECORD_INDEXING: ['api'],
  OPERATOR_CONTACT: ['api'],
  CORRECTION_DAYS: ['api'],
  EVIDENCE_DAYS: ['api', 'mcp', 'dashboard', 'sync', 'worker'],
  USAGE_DAYS: ['api', 'mcp'],
  REQUEST_LOG_RATE: ['api', 'mcp'],
  HEALTH_API_URL: ['dashboard'],
  HEALTH_MCP_URL: ['dashboard'],
  ALERT_WEBHOOK_URL: ['dashboard'],
  ALERT_WEBHOOK_SECRET: ['dashboard'],
  ALERT_SMTP_URL: ['dashboard'],
  ALERT_EMAIL_FROM: ['dashboard'],
  ALERT_EMAIL_TO: ['dashboard'],
  STRIPE_SECRET_KEY: ['api'],
  STRIPE_WEBHOOK_SECRET: ['api'],
  STRIPE_API_URL: ['api'],
  SELLER_TERMS_URL: ['api'],
  SELLER_CONTACT: ['api'],
  SELLER_REFUND_DAYS: ['api'],
  SELLER_TAX_NOTE: ['api'],
  MCP_ALLOWED_ORIGINS: ['mcp'],
  TRUST_PROXY: ['api', 'mcp', 'dashboard'],
} as const satisfies Readonly<Record<Name, readonly Program[]>>;

/** The variables that each of some programs reads. */
type NameOf<P extends Program> = {
  [N in Name]: [P] extends [(typeof READERS)[N][number]] ? N : never;
}[Name];

/** The values that each of some programs reads. */
export type ProgramValues<P extends Program> = Values<Pick<typeof VARIABLES, NameOf<P>>>;

/** Returns the variables that each of some programs reads. */
export function variablesOf<P extends Program>(...programs: readonly P[]): Pick<typeof VARIABLES, NameOf<P>> {
  const read = Object.entries<Variable<unknown>>(VARIABLES).filter(([name]) => {
    const readers: readonly Program[] = READERS[name as Name];
    return programs.every((program) => readers.includes(program));
  });
  return Object.fromEntries(read) as Pick<typeof VARIABLES, NameOf<P>>;
}

/**
 * Reads the variables that each of some programs reads. One that is absent or empty has its default.
 * @throws ConfigurationError
 */
export function valuesOf<P extends Program>(
  env: NodeJS.ProcessEnv,
  ...programs: readonly P[]
): ProgramValues<P> {
  return configured(variablesOf(...programs), env);
}
