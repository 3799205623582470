import { VARIABLES } from './configuration.js';
import { ConfigurationError, configured } from './variable.js';

/** The settings of the dashboard's process, from its environment. */
export interface DashboardConfiguration {
  readonly port: number;
  readonly host: string;
  /** The public address, without a slash at the end. */
  readonly url: string;
  readonly databaseUrl: string;
  readonly databasePoolSize: number;
  /** Where the directory is read from: the same, or a standby. */
  readonly directoryUrl: string;
  readonly secret: string;
  readonly idleMinutes: number;
  readonly sessionHours: number;
  readonly freshDays: number;
  readonly trustedProxies: readonly string[];
}

const SHORTEST_SECRET = 32;

/** @throws ConfigurationError one sentence that names the variable */
export function readDashboardConfiguration(env: NodeJS.ProcessEnv): DashboardConfiguration {
  const values = configured(VARIABLES, env);
  if (!values.DATABASE_URL) {
    throw new ConfigurationError(
      'DATABASE_URL must name a PostgreSQL database; `npm start` runs one where it is not set.',
    );
  }
  if (values.DASHBOARD_SECRET.length < SHORTEST_SECRET) {
    throw new ConfigurationError(
      `DASHBOARD_SECRET must have at least ${SHORTEST_SECRET} characters; \`npm start\` makes one where it is not set.`,
    );
  }
  return {
    port: values.DASHBOARD_PORT,
    host: values.HOST,
    url: dashboardUrl(env),
    databaseUrl: values.DATABASE_URL,
    databasePoolSize: values.DATABASE_POOL_SIZE,
    directoryUrl: values.DIRECTORY_DATABASE_URL || values.DATABASE_URL,
    secret: values.DASHBOARD_SECRET,
    idleMinutes: values.SESSION_IDLE_MINUTES,
    sessionHours: values.SESSION_HOURS,
    freshDays: values.FRESH_DAYS,
    trustedProxies: values.TRUST_PROXY,
  };
}

/** The public address of the dashboard, for those who only lead there. */
export function dashboardUrl(env: NodeJS.ProcessEnv): string {
  const { HOST, DASHBOARD_PORT, DASHBOARD_URL } = configured(VARIABLES, env);
  return DASHBOARD_URL || `http://${HOST === '127.0.0.1' ? 'localhost' : HOST}:${DASHBOARD_PORT}`;
}
