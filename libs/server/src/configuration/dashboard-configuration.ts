import { databaseAddresses, localUrl } from './configuration.js';
import { VARIABLES } from './variables.js';
import { ConfigurationError, configured } from './variable.js';

/** The settings of the dashboard's process. */
export type DashboardConfiguration = Readonly<ReturnType<typeof readDashboardConfiguration>>;

const SHORTEST_SECRET = 32;

/** @throws ConfigurationError one sentence that names the variable */
export function readDashboardConfiguration(env: NodeJS.ProcessEnv) {
  const values = configured(VARIABLES, env);
  const addresses = databaseAddresses(values);
  if (values.DASHBOARD_SECRET.length < SHORTEST_SECRET) {
    throw new ConfigurationError(
      `DASHBOARD_SECRET must have at least ${SHORTEST_SECRET} characters; \`npm start\` makes one where it is not set.`,
    );
  }
  return {
    port: values.DASHBOARD_PORT,
    host: values.HOST,
    url: dashboardUrl(env),
    ...addresses,
    secret: values.DASHBOARD_SECRET,
    idleMinutes: values.SESSION_IDLE_MINUTES,
    sessionHours: values.SESSION_HOURS,
    freshDays: values.FRESH_DAYS,
    evidenceDays: values.EVIDENCE_DAYS,
    trustedProxies: values.TRUST_PROXY,
  };
}

/** Returns the public address of the dashboard, without a slash at the end. */
export function dashboardUrl(env: NodeJS.ProcessEnv): string {
  const values = configured(VARIABLES, env);
  return values.DASHBOARD_URL || localUrl(values, values.DASHBOARD_PORT);
}
