import { exportPlace, type ExportPlace, type ExportVariables } from '@care-atlas/data/exports/export-place';
import { type AnswerSizes, FULL_SIZES } from '@care-atlas/domain/access';
import { type ProgramValues, valuesOf } from './readers.js';
import { type StripeAccount, stripeAccount } from './stripe-account.js';
import type { TierRules } from './tier-rules.js';
import { ConfigurationError } from './variable.js';

export type { StripeAccount };

/** The settings that the API and the connector share. Addresses have no slash at the end. */
export type Configuration = Readonly<ReturnType<typeof sharedConfiguration>>;

/** The settings of the API's process. */
export type ApiConfiguration = Readonly<ReturnType<typeof readApiConfiguration>>;

/** The settings of the connector's process. */
export type McpConfiguration = Readonly<ReturnType<typeof readMcpConfiguration>>;

/** @throws ConfigurationError one sentence that names the variable */
export function readApiConfiguration(env: NodeJS.ProcessEnv) {
  const values = valuesOf(env, 'api');
  return {
    ...sharedConfiguration(values),
    production: values.NODE_ENV === 'production',
    port: values.PORT,
    exports: exportsOf(values),
    recordIndexing: values.RECORD_INDEXING === 'yes',
    operator: {
      /** Empty if nothing is configured. */
      contact: values.OPERATOR_CONTACT || values.SELLER_CONTACT,
      correctionDays: values.CORRECTION_DAYS,
    },
    /** Absent when keys are not sold. */
    stripe: stripeAccount(values),
    seller: {
      termsUrl: values.SELLER_TERMS_URL,
      contact: values.SELLER_CONTACT,
      refundDays: values.SELLER_REFUND_DAYS,
      taxNote: values.SELLER_TAX_NOTE,
    },
  };
}

/** @throws ConfigurationError one sentence that names the variable */
export function readMcpConfiguration(env: NodeJS.ProcessEnv) {
  const values = valuesOf(env, 'mcp');
  if (values.NODE_ENV === 'production' && values.OAUTH_CLIENT_NETWORKS.length > 0) {
    throw new ConfigurationError('OAUTH_CLIENT_NETWORKS must be empty in production.');
  }
  return {
    ...sharedConfiguration(values),
    mcpPort: values.MCP_PORT,
    oauth: {
      /** Empty: one is kept in the database. */
      secret: values.OAUTH_SECRET,
      /** Per minute and client address, to each step of the login. */
      requests: values.RATE_LIMIT_OAUTH,
      /** Programs that registered themselves: at a time, and per day and client address. */
      clients: values.OAUTH_CLIENTS,
      clientsPerAddress: values.OAUTH_CLIENTS_PER_ADDRESS,
      /** Networks that are not public, from which documents of programs may be fetched nevertheless. */
      clientNetworks: values.OAUTH_CLIENT_NETWORKS,
    },
    mcpAllowedOrigins: values.MCP_ALLOWED_ORIGINS,
  };
}

function sharedConfiguration(values: ProgramValues<'api' | 'mcp'>) {
  const sandbox: AnswerSizes = {
    pageDefault: values.SANDBOX_PAGE_MAXIMUM,
    pageMaximum: values.SANDBOX_PAGE_MAXIMUM,
    nestedReviews: values.SANDBOX_NESTED_REVIEWS,
    nestedDoctors: values.SANDBOX_NESTED_DOCTORS,
  };
  return {
    host: values.HOST,
    baseUrl: values.BASE_URL || localUrl(values, values.PORT),
    mcpUrl: values.MCP_URL || `${localUrl(values, values.MCP_PORT)}/mcp`,
    ...databaseAddresses(values),
    sandboxKey: values.SANDBOX_KEY,
    /** Whether each key is asked for, even where it may be remembered. */
    asksForKeys: values.KEY_CHECK === 'ask',
    tierRules: {
      rates: {
        sandbox: values.RATE_LIMIT_SANDBOX,
        live: values.RATE_LIMIT_LIVE,
        gateway: values.RATE_LIMIT_GATEWAY,
        admin: values.RATE_LIMIT_ADMIN,
        consumer: values.RATE_LIMIT_CONSUMER,
        failures: values.RATE_LIMIT_FAILURES,
        open: values.RATE_LIMIT_OPEN,
      },
      sizes: { sandbox, live: FULL_SIZES, gateway: FULL_SIZES, admin: FULL_SIZES },
    } satisfies TierRules,
    /** Empty when there is none. */
    redisUrl: values.REDIS_URL,
    gateway: { name: values.GATEWAY_NAME, host: values.GATEWAY_HOST },
    freshDays: values.FRESH_DAYS,
    /** Undefined where there is none. */
    registerPageUrl: values.REGISTER_PAGE_URL || undefined,
    evidenceDays: values.EVIDENCE_DAYS,
    /** For how many days the use of keys is kept. */
    usageDays: values.USAGE_DAYS,
    requestLogRate: values.REQUEST_LOG_RATE,
    trustedProxies: values.TRUST_PROXY,
  };
}

/**
 * Returns the database, and where the directory is read from: the same, or a standby.
 * @throws ConfigurationError when there is none
 */
export function databaseAddresses(
  values: Readonly<
    Record<'DATABASE_URL' | 'DIRECTORY_DATABASE_URL', string> & Record<'DATABASE_POOL_SIZE', number>
  >,
) {
  const {
    DATABASE_URL: databaseUrl,
    DATABASE_POOL_SIZE: poolSize,
    DIRECTORY_DATABASE_URL: directoryUrl,
  } = values;
  if (databaseUrl) return { databaseUrl, poolSize, directoryUrl: directoryUrl || databaseUrl };
  throw new ConfigurationError(
    'DATABASE_URL must name a PostgreSQL database; `npm start` runs one where it is not set.',
  );
}

/** Returns where exports are. @throws ConfigurationError */
function exportsOf(values: ExportVariables): ExportPlace {
  try {
    return exportPlace(values);
  } catch (error) {
    throw new ConfigurationError((error as Error).message);
  }
}

/** Returns the address of a port, as people on this machine type it. */
export function localUrl({ HOST }: { readonly HOST: string }, portNumber: number): string {
  return `http://${HOST === '127.0.0.1' ? 'localhost' : HOST}:${portNumber}`;
}
