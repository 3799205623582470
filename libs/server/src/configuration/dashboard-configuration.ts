import { databaseAddresses, localUrl } from './configuration.js';
import { type ProgramValues, valuesOf } from './readers.js';
import { ConfigurationError } from './variable.js';

/** The settings of the dashboard's process. */
export type DashboardConfiguration = Readonly<ReturnType<typeof readDashboardConfiguration>>;

const SHORTEST_SECRET = 32;

/** @throws ConfigurationError one sentence that names the variable */
export function readDashboardConfiguration(env: NodeJS.ProcessEnv) {
  const values = valuesOf(env, 'dashboard');
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
    oidc: oidcOf(values),
    imports: {
      spool: values.IMPORT_SPOOL_DIR,
      maxBytes: values.IMPORT_UPLOAD_MB * 1_000_000,
      needsSecondPerson: values.IMPORT_SECOND_ADMINISTRATOR === 'yes',
    },
    trustedProxies: values.TRUST_PROXY,
    redisUrl: values.REDIS_URL,
    healthApiUrl: `${values.HEALTH_API_URL || values.BASE_URL || localUrl(values, values.PORT)}/api/v1/`,
    healthMcpUrl: `${values.HEALTH_MCP_URL || new URL(values.MCP_URL || localUrl(values, values.MCP_PORT)).origin}/`,
    alerts: {
      webhookUrl: values.ALERT_WEBHOOK_URL,
      webhookSecret: values.ALERT_WEBHOOK_SECRET,
      smtpUrl: values.ALERT_SMTP_URL,
      from: values.ALERT_EMAIL_FROM,
      to: values.ALERT_EMAIL_TO,
    },
  };
}

function oidcOf(values: ProgramValues<'dashboard'>) {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = values;
  if (issuer !== '' && clientId === '') {
    throw new ConfigurationError('OIDC_CLIENT_ID must be set, because OIDC_ISSUER is.');
  }
  return { issuer, clientId, clientSecret, claim: values.OIDC_CLAIM, label: values.OIDC_LABEL };
}

/** Returns the public address of the dashboard, without a slash at the end. */
export function dashboardUrl(env: NodeJS.ProcessEnv): string {
  const values = valuesOf(env, 'dashboard');
  return values.DASHBOARD_URL || localUrl(values, values.DASHBOARD_PORT);
}
