import { isWellFormedKey } from '@care-atlas/domain/key';
import { type AnswerSizes, FULL_SIZES, SANDBOX_SIZES } from '@care-atlas/domain/tier';
import type { TierRules } from './tier-rules.js';
import {
  choice,
  ConfigurationError,
  configured,
  count,
  name,
  networks,
  port,
  text,
  url,
  variable,
  whole,
} from './variable.js';

/** Every variable that the services read, with its default and meaning. docs/configuration.md shows the same. */
export const VARIABLES = {
  NODE_ENV: variable(
    'development',
    choice('development', 'production', 'test'),
    'What the process is run for.',
  ),
  PORT: variable('3000', port, 'Port of the API and the portal.'),
  HOST: variable('127.0.0.1', name, 'Address to bind.'),
  BASE_URL: variable('', url, 'Public address of the API and the portal; by default made of HOST and PORT.'),
  MCP_URL: variable('http://localhost:3001/mcp', url, 'Public address of the MCP connector.'),
  DATABASE_URL: variable(
    '',
    text,
    'PostgreSQL to use; empty: the embedded one, which `npm start` runs.',
    'secret',
  ),
  DATA_DIR: variable('.data', name, 'Where the embedded database lives, from the project.'),
  SAMPLE_DOCTORS: variable(
    '25000',
    count(0, 2_000_000),
    'Doctors in the sample data that the first start loads.',
  ),
  SANDBOX_KEY: variable(
    'care_sandbox_PublishedKeyForTryingTheAPI000002Hnkhs',
    wellFormedKey,
    'The published key that anyone may use.',
    // Someone may put another key here by mistake.
    'secret',
  ),
  RATE_LIMIT_SANDBOX: variable('30', whole, 'Requests per minute and client address with the sandbox key.'),
  RATE_LIMIT_LIVE: variable('300', whole, 'Requests per minute and live key.'),
  RATE_LIMIT_GATEWAY: variable('1200', whole, 'Requests per minute and gateway key.'),
  RATE_LIMIT_ADMIN: variable('1200', whole, 'Requests per minute and admin key.'),
  RATE_LIMIT_FAILURES: variable('60', whole, 'Failed authentications per minute and client address.'),
  SANDBOX_PAGE_MAXIMUM: variable(
    String(SANDBOX_SIZES.pageMaximum),
    whole,
    'Largest, and default, page with the sandbox key.',
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
  FRESH_DAYS: variable('30', whole, 'Days for which a confirmation by the register counts as fresh.'),
  TRUST_PROXY: variable(
    '',
    networks,
    'Comma-separated addresses or networks of proxies whose X-Forwarded-* is believed.',
  ),
} as const;

/** What a serving process is told from outside. */
export interface Configuration {
  readonly production: boolean;
  readonly port: number;
  readonly host: string;
  /** Public addresses, without a slash at the end. */
  readonly baseUrl: string;
  readonly mcpUrl: string;
  readonly databaseUrl: string;
  readonly sandboxKey: string;
  readonly tierRules: TierRules;
  readonly freshDays: number;
  readonly trustedProxies: readonly string[];
}

/** @throws ConfigurationError one sentence that names the variable */
export function readConfiguration(env: NodeJS.ProcessEnv): Configuration {
  const values = configured(VARIABLES, env);
  const sandbox: AnswerSizes = {
    pageDefault: values.SANDBOX_PAGE_MAXIMUM,
    pageMaximum: values.SANDBOX_PAGE_MAXIMUM,
    nestedReviews: values.SANDBOX_NESTED_REVIEWS,
    nestedDoctors: values.SANDBOX_NESTED_DOCTORS,
  };
  if (!values.DATABASE_URL) {
    throw new ConfigurationError(
      'DATABASE_URL must name a PostgreSQL database; `npm start` runs one where it is not set.',
    );
  }
  const shownHost = values.HOST === '127.0.0.1' ? 'localhost' : values.HOST;
  return {
    production: values.NODE_ENV === 'production',
    port: values.PORT,
    host: values.HOST,
    baseUrl: values.BASE_URL || `http://${shownHost}:${values.PORT}`,
    mcpUrl: values.MCP_URL,
    databaseUrl: values.DATABASE_URL,
    sandboxKey: values.SANDBOX_KEY,
    tierRules: {
      rates: {
        sandbox: values.RATE_LIMIT_SANDBOX,
        live: values.RATE_LIMIT_LIVE,
        gateway: values.RATE_LIMIT_GATEWAY,
        admin: values.RATE_LIMIT_ADMIN,
        failures: values.RATE_LIMIT_FAILURES,
      },
      sizes: { sandbox, live: FULL_SIZES, gateway: FULL_SIZES, admin: FULL_SIZES },
    },
    freshDays: values.FRESH_DAYS,
    trustedProxies: values.TRUST_PROXY,
  };
}

function wellFormedKey(value: string): string {
  if (isWellFormedKey(value) && value.startsWith('care_sandbox_')) return value;
  throw new Error('a sandbox key with a right checksum');
}
