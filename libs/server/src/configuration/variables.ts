import { isWellFormedKey, SANDBOX_SIZES } from '@care-atlas/domain/access';
import { evidenceDays } from '@care-atlas/domain/rules';
import { DEFAULT_STRIPE_URL, stripeKey, webhookSecret } from './stripe-account.js';
import {
  choice,
  count,
  headerWord,
  name,
  networks,
  oidcIssuer,
  optionalPort,
  origins,
  port,
  redisUrl,
  registerPage,
  share,
  subnets,
  text,
  url,
  variable,
  whole,
} from './variable.js';

/** Every variable that the services read, with its default and meaning. docs/operate/configuration.md shows the same. */
export const VARIABLES = {
  NODE_ENV: variable('development', choice('development', 'production', 'test'), 'Kind of environment.'),
  PORT: variable('3000', port, 'Port of the API and the portal.'),
  HOST: variable('127.0.0.1', name, 'Address to bind.'),
  BASE_URL: variable(
    '',
    url,
    'Public address of the API and the portal; by default built from HOST and PORT.',
  ),
  MCP_PORT: variable('3001', port, 'Port of the MCP connector.'),
  MCP_URL: variable('', url, 'Public address of the MCP connector; by default built from HOST and MCP_PORT.'),
  DASHBOARD_PORT: variable('3002', port, "Port of the administrators' dashboard."),
  DASHBOARD_URL: variable(
    '',
    url,
    'Public address of the dashboard, as people type it; by default built from HOST and DASHBOARD_PORT.',
  ),
  DASHBOARD_SECRET: variable(
    '',
    text,
    'At least 32 characters that protect sessions and authenticators; `npm start` creates one if it is empty.',
    'secret',
  ),
  SESSION_IDLE_MINUTES: variable(
    '30',
    count(1, 1440),
    'Minutes without a request after which a session ends.',
  ),
  SESSION_HOURS: variable('12', count(1, 168), 'Hours after which a session ends in any case.'),
  OIDC_ISSUER: variable(
    '',
    oidcIssuer,
    'OpenID Connect provider whose users may sign in to the dashboard, such as https://login.example; empty: none.',
  ),
  OIDC_CLIENT_ID: variable('', text, 'Name of the dashboard at this provider.'),
  OIDC_CLIENT_SECRET: variable('', text, 'Secret of the dashboard at this provider.', 'secret'),
  OIDC_CLAIM: variable('email', name, 'Claim of the provider that is the name of a person in the dashboard.'),
  OIDC_LABEL: variable('your organization', text, 'What the sign-in page calls this provider.'),
  IMPORT_SPOOL_DIR: variable(
    '',
    text,
    'Folder for files that administrators upload, shared with `npm run sync -- worker`; empty: no uploads. `npm start` uses `imports` in DATA_DIR.',
  ),
  IMPORT_UPLOAD_MB: variable('500', count(1, 100_000), 'Largest uploaded file, in millions of bytes.'),
  IMPORT_SECOND_ADMINISTRATOR: variable(
    'no',
    choice('no', 'yes'),
    'Whether somebody other than the person who uploads a file must confirm its import.',
  ),
  IMPORT_MEMORY_MB: variable(
    '512',
    count(128, 100_000),
    'Memory of the process of the worker that reads an upload, in millions of bytes; it is stopped beyond.',
  ),
  IMPORT_MINUTES: variable(
    '10',
    count(1, 1440),
    'Minutes that the worker may work on an upload before it is stopped.',
  ),
  IMPORT_UNPACKED_MB: variable(
    '500',
    count(1, 100_000),
    'What a compressed file may unpack to, in millions of bytes: for the worker, and for `npm run sync`.',
  ),
  IMPORT_UNPACKED_RATIO: variable(
    '100',
    count(1, 100_000),
    'The same as a multiple of its size; up to 20 MB may be any multiple.',
  ),
  METRICS_PORT: variable(
    '',
    optionalPort,
    'Port of the metrics of a service; empty: none. `npm start` numbers its services from this port on.',
  ),
  METRICS_HOST: variable('127.0.0.1', name, 'Address to bind for the metrics.'),
  LOG_LEVEL: variable(
    'info',
    choice('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
    'Lowest level that is logged.',
  ),
  LOG_REQUESTS: variable(
    '',
    choice('', 'yes', 'no'),
    'Whether each response has a log line; by default in production only, where the log is JSON.',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: variable(
    '',
    url,
    'Collector that receives traces, by OTLP over HTTP, such as http://localhost:4318; empty: no traces.',
  ),
  OTEL_TRACES_SAMPLER_ARG: variable(
    '1',
    share,
    'Share of locally started traces that are sent, from 0 to 1; for others, the client decides.',
  ),
  DRAIN_MS: variable(
    '1500',
    count(0, 60_000),
    'Milliseconds for which a stopping service still answers, but reports that it is not ready.',
  ),
  DATABASE_URL: variable('', text, 'PostgreSQL to use; empty: the embedded one of `npm start`.', 'secret'),
  DATABASE_POOL_SIZE: variable(
    '10',
    count(2, 100),
    'Connections of a service to DATABASE_URL for requests; it opens up to three more to load and follow datasets.',
  ),
  DIRECTORY_DATABASE_URL: variable(
    '',
    text,
    'Standby that the directory is read from (docs/operate/run.md); empty: DATABASE_URL.',
    'secret',
  ),
  DATA_DIR: variable('.data', name, 'Directory of the embedded database, relative to the project.'),
  EXPORT_DIR: variable(
    '',
    text,
    'Folder of the exports, for the API and for imports; empty: none. `npm start` uses one in DATA_DIR.',
  ),
  EXPORT_BUCKET_URL: variable(
    '',
    text,
    'Bucket of the exports, of any store with the protocol of Amazon S3, instead of EXPORT_DIR; empty: none.',
    // Someone may put a key into it by mistake.
    'secret',
  ),
  EXPORT_BUCKET_REGION: variable('us-east-1', name, 'Region of the bucket.'),
  EXPORT_BUCKET_KEY_ID: variable('', text, 'Id of the access key of the bucket.', 'secret'),
  EXPORT_BUCKET_SECRET: variable('', text, 'Secret of the access key of the bucket.', 'secret'),
  SAMPLE_DOCTORS: variable(
    '25000',
    count(0, 2_000_000),
    'Number of doctors in the sample data that the first start loads.',
  ),
  SANDBOX_KEY: variable(
    'care_sandbox_PublishedKeyForTryingTheAPI000002Hnkhs',
    wellFormedKey,
    'Published key that anyone may use.',
    // Someone may put another key here by mistake.
    'secret',
  ),
  KEY_CHECK: variable(
    'lease',
    choice('lease', 'ask'),
    'How keys are checked: in memory under a lease, once `keys memory on` allows it; or by asking for each.',
  ),
  RATE_LIMIT_SANDBOX: variable('30', whole, 'Requests per minute and client address with the sandbox key.'),
  RATE_LIMIT_LIVE: variable('300', whole, 'Requests per minute and live key.'),
  RATE_LIMIT_GATEWAY: variable('1200', whole, 'Requests per minute and gateway key.'),
  RATE_LIMIT_ADMIN: variable('1200', whole, 'Requests per minute and admin key.'),
  RATE_LIMIT_CONSUMER: variable('300', whole, 'Requests per minute and consumer of a gateway.'),
  RATE_LIMIT_FAILURES: variable('60', whole, 'Failed authentications per minute and client address.'),
  RATE_LIMIT_OPEN: variable('6000', whole, 'Requests to / and /ping per minute and client address.'),
  REDIS_URL: variable(
    '',
    redisUrl,
    'Store with the Redis protocol, or cluster, for limits that processes share; empty: each counts on its own.',
    'secret',
  ),
  GATEWAY_NAME: variable(
    'Gateway',
    headerWord,
    "Word in the names of a third-party gateway's headers, such as X-Gateway-User.",
  ),
  GATEWAY_HOST: variable(
    '',
    name,
    "Host name that the gateway's headers must name in a request with a gateway key; empty: any.",
  ),
  RATE_LIMIT_OAUTH: variable(
    '120',
    whole,
    'Requests per minute and client address to each step of the connector login.',
  ),
  OAUTH_SECRET: variable(
    '',
    longSecret,
    'Secret of the connector login, the same for all instances; by default one is stored in the database.',
    'secret',
  ),
  OAUTH_CLIENTS: variable('10000', whole, 'Maximum number of programs registered with the login.'),
  OAUTH_CLIENTS_PER_ADDRESS: variable(
    '100',
    whole,
    'Registrations with the login per day and client address.',
  ),
  OAUTH_CLIENT_NETWORKS: variable(
    '',
    subnets,
    'Comma-separated internal networks from which client documents may be fetched, in development only.',
  ),
  SANDBOX_PAGE_MAXIMUM: variable(
    String(SANDBOX_SIZES.pageMaximum),
    whole,
    'Maximum and default page size with the sandbox key.',
  ),
  SANDBOX_NESTED_REVIEWS: variable(
    String(SANDBOX_SIZES.nestedReviews),
    count(0, 100),
    "Reviews in a doctor's detail with the sandbox key.",
  ),
  SANDBOX_NESTED_DOCTORS: variable(
    String(SANDBOX_SIZES.nestedDoctors),
    count(0, 100),
    "Doctors in a clinic's detail with the sandbox key.",
  ),
  FRESH_DAYS: variable('30', whole, 'Days for which a confirmation by the register is fresh.'),
  REGISTER_PAGE_URL: variable(
    '',
    registerPage,
    "Address of the register's public page of a doctor, with {number} for the registration number; empty: none is linked.",
  ),
  RECORD_INDEXING: variable(
    'no',
    choice('no', 'yes'),
    'Whether search engines may list the pages of doctors and clinics; those of a sample never.',
  ),
  OPERATOR_CONTACT: variable(
    '',
    contact,
    'Email address or http(s) URL for corrections and questions, which the portal shows; empty: SELLER_CONTACT.',
  ),
  CORRECTION_DAYS: variable('10', count(1, 365), 'Days within which the operator answers a correction.'),
  EVIDENCE_DAYS: variable(
    '',
    evidenceDays,
    'Days for which observations hold, such as phone_call=90,web=60; other methods keep their default.',
  ),
  USAGE_DAYS: variable(
    '400',
    count(90, 36_500),
    'Days for which the use of keys is kept: by the hour for 8 days, then by the day.',
  ),
  REQUEST_LOG_RATE: variable(
    '50',
    count(0, 10_000),
    'Requests per second and process that can be looked up by their id for 7 days; 0 for none.',
  ),
  HEALTH_API_URL: variable(
    '',
    url,
    'Address of the API as the dashboard reaches it, to watch it; empty: BASE_URL.',
  ),
  HEALTH_MCP_URL: variable(
    '',
    url,
    'Address of the connector as the dashboard reaches it, to watch it; empty: the host of MCP_URL.',
  ),
  ALERT_WEBHOOK_URL: variable(
    '',
    url,
    'Webhook that receives a message when a part of the deployment fails or recovers; empty: none.',
    'secret',
  ),
  ALERT_WEBHOOK_SECRET: variable(
    '',
    text,
    'Signs these messages as standardwebhooks.com describes; empty: unsigned.',
    'secret',
  ),
  ALERT_SMTP_URL: variable(
    '',
    text,
    'Mail server for the same messages, such as smtps://user:password@mail.example; empty: none.',
    'secret',
  ),
  ALERT_EMAIL_FROM: variable('', text, 'Sender of these e-mails; empty: ALERT_EMAIL_TO.'),
  ALERT_EMAIL_TO: variable('', text, 'Receivers of these e-mails, separated by commas.'),
  STRIPE_SECRET_KEY: variable(
    '',
    stripeKey,
    'Key of the Stripe account that sells keys; empty: no sales, or test payments outside production.',
    'secret',
  ),
  STRIPE_WEBHOOK_SECRET: variable(
    '',
    webhookSecret,
    'Secret of the event signatures of Stripe; set together with STRIPE_SECRET_KEY.',
    'secret',
  ),
  STRIPE_API_URL: variable(DEFAULT_STRIPE_URL, url, 'Address of Stripe; production accepts no other.'),
  SELLER_TERMS_URL: variable(
    '',
    url,
    'Address of the terms of sale; the portal and the checkout link to it.',
  ),
  SELLER_CONTACT: variable(
    '',
    contact,
    'Email address or http(s) URL where buyers get help; the portal and the checkout show it.',
  ),
  SELLER_REFUND_DAYS: variable(
    '0',
    count(0, 365),
    'Days after a purchase for which the seller refunds it; the checkout says so. 0: it says nothing.',
  ),
  SELLER_TAX_NOTE: variable(
    '',
    text,
    'Sentence about taxes that the checkout shows below the price, such as "Plus 13% HST (Ontario)."',
  ),
  MCP_ALLOWED_ORIGINS: variable(
    '',
    origins,
    'Comma-separated origins, such as https://assistant.example, whose pages may use the MCP connector.',
  ),
  TRUST_PROXY: variable(
    '',
    networks,
    'Comma-separated addresses or networks of proxies whose X-Forwarded-* is trusted.',
  ),
} as const;

function wellFormedKey(value: string): string {
  if (isWellFormedKey(value) && value.startsWith('care_sandbox_')) return value;
  throw new Error('a sandbox key with a right checksum');
}

function contact(value: string): string {
  if (/^([^\s@]+@[^\s@]+\.[^\s@]+)?$/.test(value)) return value;
  if (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)) return value;
  throw new Error('an email address or an http or https URL');
}

function longSecret(value: string): string {
  if (value === '' || value.length >= 32) return value;
  throw new Error('at least 32 characters long');
}
