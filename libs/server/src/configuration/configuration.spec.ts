import { EVIDENCE_DAYS } from '@care-atlas/domain/rules';
import { readFileSync } from 'node:fs';
import { readApiConfiguration, readMcpConfiguration } from './configuration.js';
import { VARIABLES } from './variables.js';
import { ConfigurationError, configured, count, variable } from './variable.js';

const DATABASE_URL = 'postgres://atlas:s3cret@db.example/care_atlas';

/** Reads the settings as `npm start` does, and then as both services of the directory. */
function read(given: NodeJS.ProcessEnv = {}) {
  const env = { DATABASE_URL, ...given };
  configured(VARIABLES, env);
  return { ...readMcpConfiguration(env), ...readApiConfiguration(env) };
}

/** What a person who starts the service reads. */
function complaint(env: NodeJS.ProcessEnv): string {
  try {
    read(env);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message;
    throw error;
  }
  throw new Error('It was accepted.');
}

it('has a default for everything but the database', () => {
  const full = {
    pageDefault: 25,
    pageMaximum: 100,
    nestedReviews: 5,
    nestedDoctors: Number.POSITIVE_INFINITY,
  };
  expect(read()).toEqual({
    production: false,
    port: 3000,
    host: '127.0.0.1',
    baseUrl: 'http://localhost:3000',
    mcpPort: 3001,
    mcpUrl: 'http://localhost:3001/mcp',
    databaseUrl: DATABASE_URL,
    poolSize: 10,
    directoryUrl: DATABASE_URL,
    exports: { folder: '' },
    sandboxKey: 'care_sandbox_PublishedKeyForTryingTheAPI000002Hnkhs',
    asksForKeys: false,
    requestLogRate: 50,
    tierRules: {
      rates: { sandbox: 30, live: 300, gateway: 1200, admin: 1200, consumer: 300, failures: 60, open: 6000 },
      sizes: {
        sandbox: { pageDefault: 10, pageMaximum: 10, nestedReviews: 2, nestedDoctors: 3 },
        live: full,
        gateway: full,
        admin: full,
      },
    },
    redisUrl: '',
    gateway: { name: 'Gateway', host: '' },
    oauth: { secret: '', requests: 120, clients: 10_000, clientsPerAddress: 100, clientNetworks: [] },
    freshDays: 30,
    evidenceDays: EVIDENCE_DAYS,
    seller: { termsUrl: '', contact: '', refundDays: 0, taxNote: '' },
    operator: { contact: '', correctionDays: 10 },
    recordIndexing: false,
    usageDays: 400,
    trustedProxies: [],
    mcpAllowedOrigins: [],
  });
});

it('takes an empty variable for an absent one', () => {
  const empty = Object.fromEntries(Object.keys(VARIABLES).map((name) => [name, '']));
  expect(read({ ...empty, DATABASE_URL })).toEqual(read());
});

it('makes the address of host and port, unless it is told', () => {
  expect(read({ PORT: '8080' }).baseUrl).toBe('http://localhost:8080');
  expect(read({ HOST: '10.1.2.3' }).baseUrl).toBe('http://10.1.2.3:3000');
  expect(read({ MCP_PORT: '8081' }).mcpUrl).toBe('http://localhost:8081/mcp');
  expect(read({ PORT: '8080', BASE_URL: 'https://atlas.example/' }).baseUrl).toBe('https://atlas.example');
});

it('reads every number where it belongs', () => {
  const { tierRules, freshDays, oauth } = read({
    RATE_LIMIT_SANDBOX: '1',
    RATE_LIMIT_LIVE: '2',
    RATE_LIMIT_GATEWAY: '3',
    RATE_LIMIT_ADMIN: '4',
    RATE_LIMIT_CONSUMER: '10',
    RATE_LIMIT_FAILURES: '5',
    RATE_LIMIT_OPEN: '11',
    SANDBOX_PAGE_MAXIMUM: '6',
    SANDBOX_NESTED_REVIEWS: '0',
    SANDBOX_NESTED_DOCTORS: '8',
    FRESH_DAYS: '9',
    RATE_LIMIT_OAUTH: '10',
    OAUTH_CLIENTS: '11',
    OAUTH_CLIENTS_PER_ADDRESS: '12',
  });
  expect(tierRules.rates).toEqual({
    sandbox: 1,
    live: 2,
    gateway: 3,
    admin: 4,
    consumer: 10,
    failures: 5,
    open: 11,
  });
  expect(tierRules.sizes.sandbox).toEqual({
    pageDefault: 6,
    pageMaximum: 6,
    nestedReviews: 0,
    nestedDoctors: 8,
  });
  expect(freshDays).toBe(9);
  expect(oauth).toEqual({ secret: '', requests: 10, clients: 11, clientsPerAddress: 12, clientNetworks: [] });
});

it('reads for how many days observations hold, the others by default', () => {
  const evidenceDays = { ...EVIDENCE_DAYS, phone_call: 7, web: 9 };
  expect(read({ EVIDENCE_DAYS: 'phone_call=7, web=9' }).evidenceDays).toEqual(evidenceDays);
});

it('reads the address of the pages of the register, with a place for the number', () => {
  const REGISTER_PAGE_URL = 'https://register.example/physician?number={number}';
  expect(read({ REGISTER_PAGE_URL }).registerPageUrl).toBe(REGISTER_PAGE_URL);
  expect(read({}).registerPageUrl).toBeUndefined();
  for (const wrong of [
    'https://register.example/physician',
    'register.example/{number}',
    'ftp://register.example/{number}',
    'https://user:secret@register.example/{number}',
    'https://register.example/a b/{number}',
    'javascript:alert({number})',
  ])
    expect(complaint({ REGISTER_PAGE_URL: wrong })).toMatch(
      /^REGISTER_PAGE_URL must be an http or https URL with \{number\} for the registration number/,
    );
});

it('reads the networks of clients in development, and accepts none in production', () => {
  const OAUTH_CLIENT_NETWORKS = '127.0.0.0/8, fd00::/8';
  expect(read({ OAUTH_CLIENT_NETWORKS }).oauth.clientNetworks).toEqual(['127.0.0.0/8', 'fd00::/8']);
  expect(complaint({ OAUTH_CLIENT_NETWORKS: 'loopback' })).toMatch(
    /^OAUTH_CLIENT_NETWORKS must be a comma-separated list of networks/,
  );
  expect(complaint({ OAUTH_CLIENT_NETWORKS, NODE_ENV: 'production' })).toBe(
    'OAUTH_CLIENT_NETWORKS must be empty in production.',
  );
});

it('names only values in the list of accepted ones', () => {
  expect(complaint({ LOG_REQUESTS: 'x' })).toBe('LOG_REQUESTS must be yes or no, but is "x".');
});

it('reads a list of proxies', () => {
  const { trustedProxies } = read({ TRUST_PROXY: ' 10.0.0.1, 192.168.0.0/16,::1 ,fd00::/8,loopback,' });
  expect(trustedProxies).toEqual(['10.0.0.1', '192.168.0.0/16', '::1', 'fd00::/8', 'loopback']);
});

it('knows production', () => {
  expect(read({ NODE_ENV: 'production' }).production).toBe(true);
  expect(read({ NODE_ENV: 'test' }).production).toBe(false);
});

it('does without a database by saying how to get one', () => {
  expect(() => readApiConfiguration({})).toThrow(/^DATABASE_URL must .*\.$/);
  expect(() => readMcpConfiguration({})).toThrow(/^DATABASE_URL must .*\.$/);
});

const NOT_NUMBERS = ['-1', '1.5', 'many', '1e3', '0x10', ' 5', '99999999999'];
it.each([
  'PORT',
  'FRESH_DAYS',
  'SAMPLE_DOCTORS',
  'RATE_LIMIT_SANDBOX',
  'RATE_LIMIT_LIVE',
  'RATE_LIMIT_GATEWAY',
  'RATE_LIMIT_ADMIN',
  'RATE_LIMIT_CONSUMER',
  'RATE_LIMIT_FAILURES',
  'RATE_LIMIT_OPEN',
  'RATE_LIMIT_OAUTH',
  'OAUTH_CLIENTS',
  'OAUTH_CLIENTS_PER_ADDRESS',
  'SANDBOX_PAGE_MAXIMUM',
  'SANDBOX_NESTED_REVIEWS',
  'SANDBOX_NESTED_DOCTORS',
])('refuses a %s that is no such number', (name) => {
  for (const value of NOT_NUMBERS) {
    expect(complaint({ [name]: value })).toMatch(
      new RegExp(`^${name} must be a whole number from \\d+ to \\d+, but is "${value}"\\.$`),
    );
  }
});

it.each([
  ['PORT', '65536'],
  ['RATE_LIMIT_LIVE', '0'],
  ['SANDBOX_PAGE_MAXIMUM', '0'],
  ['NODE_ENV', 'staging'],
  ['HOST', 'two words'],
  ['BASE_URL', 'localhost:3000'],
  ['EVIDENCE_DAYS', 'phone_call'],
  ['EVIDENCE_DAYS', 'phone_call=0'],
  ['EVIDENCE_DAYS', 'letter=9'],
  ['EVIDENCE_DAYS', 'correction=9'],
  ['SELLER_CONTACT', 'somebody'],
  ['OPERATOR_CONTACT', 'somebody'],
  ['CORRECTION_DAYS', '0'],
  ['RECORD_INDEXING', 'true'],
  ['SELLER_TERMS_URL', 'terms.html'],
  ['BASE_URL', 'ftp://atlas.example'],
  ['MCP_URL', 'not a url'],
  ['DATA_DIR', 'a b'],
  ['GATEWAY_NAME', 'Rapid API'],
  ['GATEWAY_NAME', 'X_Gateway'],
  ['GATEWAY_HOST', 'two words'],
  ['TRUST_PROXY', 'proxy.example'],
  ['TRUST_PROXY', '10.0.0.1,10.0.0.0/33'],
  ['TRUST_PROXY', 'true'],
])('refuses %s=%s in one sentence that names it', (name, value) => {
  const sentence = complaint({ [name]: value });
  expect(sentence).toMatch(new RegExp(`^${name} must be .+\\.$`));
  expect(sentence).not.toContain('\n');
  expect(sentence).toContain(value);
});

it.each([
  'care_sandbox_PublishedKeyForTryingTheAPI000002Hnkhx',
  'care_live_PublishedKeyForTryingTheAPI000002Hnkhs',
])('refuses %s as the sandbox key, without showing it', (key) => {
  expect(complaint({ SANDBOX_KEY: key })).toBe('SANDBOX_KEY must be a sandbox key with a right checksum.');
});

it('refuses a short secret of the login, without showing it', () => {
  expect(complaint({ OAUTH_SECRET: 'too short' })).toBe('OAUTH_SECRET must be at least 32 characters long.');
  expect(read({ OAUTH_SECRET: 'x'.repeat(32) }).oauth.secret).toBe('x'.repeat(32));
});

const STRIPE = { STRIPE_SECRET_KEY: 'sk_test_abc', STRIPE_WEBHOOK_SECRET: 'whsec_abc' };

it.each([
  ['sk_test_abc', false],
  ['rk_test_abc', false],
  ['sk_live_abc', true],
  ['rk_live_abc', true],
])('knows whether the Stripe key %s moves real money', (secretKey, live) => {
  expect(read({ ...STRIPE, STRIPE_SECRET_KEY: secretKey }).stripe).toEqual({
    secretKey,
    webhookSecret: 'whsec_abc',
    live,
    apiUrl: 'https://api.stripe.com',
  });
});

it.each([
  [
    { STRIPE_SECRET_KEY: 'pk_live_abc' },
    /^STRIPE_SECRET_KEY must be a secret or restricted key of Stripe .*\.$/,
  ],
  [{ STRIPE_WEBHOOK_SECRET: 'abc' }, /^STRIPE_WEBHOOK_SECRET must be the signing secret .*\.$/],
  [{ STRIPE_SECRET_KEY: '' }, /^STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET must be set together\.$/],
  [{ STRIPE_WEBHOOK_SECRET: '' }, /^STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET must be set together\.$/],
  [{ NODE_ENV: 'production' }, /^STRIPE_SECRET_KEY must be a live key in production: .*\.$/],
  [
    { NODE_ENV: 'production', STRIPE_SECRET_KEY: 'sk_live_abc', STRIPE_API_URL: 'http://localhost:1' },
    /^STRIPE_API_URL must be https:\/\/api\.stripe\.com in production\.$/,
  ],
])('refuses a Stripe account with %j, and does not show its secrets', (env, sentence) => {
  const said = complaint({ ...STRIPE, ...env });
  expect(said).toMatch(sentence);
  expect(said).not.toContain('_abc');
});

it('sells in production with a live key', () => {
  const env = { ...STRIPE, NODE_ENV: 'production', STRIPE_SECRET_KEY: 'sk_live_abc' };
  expect(read(env).stripe?.live).toBe(true);
});

it('refuses an address of a shared store that is none, without showing it', () => {
  const cluster = 'rediss+cluster://user:hunter2@one.example:6379';
  for (const REDIS_URL of [
    'localhost:6379',
    'http://:hunter2@localhost',
    `${cluster}/1`,
    `${cluster},`,
    `${cluster},two.example:x`,
  ]) {
    expect(complaint({ REDIS_URL })).toBe(
      'REDIS_URL must be a redis or rediss URL, for example redis://localhost:6379, or redis+cluster://one:6379,two:6379 for a cluster.',
    );
  }
  expect(read({ REDIS_URL: `${cluster},[::1]` }).redisUrl).toContain('hunter2');
  expect(read({ REDIS_URL: 'rediss://:hunter2@store.example:6380/1' }).redisUrl).toContain('hunter2');
});

const BUCKET = {
  EXPORT_BUCKET_URL: 'https://s3.example/exports/',
  EXPORT_BUCKET_KEY_ID: 'AK_abc',
  EXPORT_BUCKET_SECRET: 'SK_abc',
};

it('reads a bucket for the exports', () => {
  expect(read(BUCKET).exports).toEqual({
    folder: '',
    bucket: {
      url: 'https://s3.example/exports',
      region: 'us-east-1',
      keyId: 'AK_abc',
      secret: 'SK_abc',
    },
  });
  const EXPORT_BUCKET_URL = 'https://exports.s3.example';
  expect(read({ ...BUCKET, EXPORT_BUCKET_URL }).exports.bucket?.url).toBe(EXPORT_BUCKET_URL);
});

it.each([
  [{ EXPORT_BUCKET_URL: '' }, /must be set together\.$/],
  [{ EXPORT_BUCKET_KEY_ID: '' }, /must be set together\.$/],
  [{ EXPORT_BUCKET_SECRET: '' }, /must be set together\.$/],
  [{ EXPORT_DIR: 'exports' }, /^EXPORT_DIR must be empty where EXPORT_BUCKET_URL is set\.$/],
  [{ EXPORT_BUCKET_REGION: 'a b' }, /^EXPORT_BUCKET_REGION must be a name/],
  [{ EXPORT_BUCKET_URL: 's3://exports' }, /^EXPORT_BUCKET_URL must be the http or https URL of a bucket/],
  [{ EXPORT_BUCKET_URL: 'https://s3.example' }, /^EXPORT_BUCKET_URL must/],
  [{ EXPORT_BUCKET_URL: 'https://s3.example/a/b' }, /^EXPORT_BUCKET_URL must/],
  [{ EXPORT_BUCKET_URL: 'https://AK_abc:SK_abc@s3.example/a' }, /^EXPORT_BUCKET_URL must/],
])('refuses a bucket with %j, and does not show its key', (env, sentence) => {
  const said = complaint({ ...BUCKET, ...env });
  expect(said).toMatch(sentence);
  expect(said).not.toContain('_abc');
});

it('does not show a secret, not even when it is wrong', () => {
  const table = { TOKEN: variable('1', count(1, 9), 'A secret.', 'secret') };
  expect(() => configured(table, { TOKEN: 'hunter2' })).toThrow(
    new ConfigurationError('TOKEN must be a whole number from 1 to 9.'),
  );
});

it('keeps its secrets', () => {
  const secrets = Object.entries(VARIABLES).filter(([, { secret }]) => secret);
  expect(secrets.map(([name]) => name)).toEqual([
    'DASHBOARD_SECRET',
    'OIDC_CLIENT_SECRET',
    'DATABASE_URL',
    'DIRECTORY_DATABASE_URL',
    'EXPORT_BUCKET_URL',
    'EXPORT_BUCKET_KEY_ID',
    'EXPORT_BUCKET_SECRET',
    'SANDBOX_KEY',
    'REDIS_URL',
    'OAUTH_SECRET',
    'ALERT_WEBHOOK_URL',
    'ALERT_WEBHOOK_SECRET',
    'ALERT_SMTP_URL',
    'STRIPE_SECRET_KEY',
    'STRIPE_WEBHOOK_SECRET',
  ]);
});

it('is the table in docs/operate/configuration.md', () => {
  const text = readFileSync(new URL('../../../../docs/operate/configuration.md', import.meta.url), 'utf8');
  const rows = [...text.matchAll(/^\| `([A-Z_]+)` *\| *(?:`(.*?)`)? *\| (.*?) *\|$/gm)];
  expect(rows.map(([, name, fallback = '', meaning]) => [name, fallback, meaning])).toEqual(
    Object.entries(VARIABLES).map(([name, { fallback, meaning }]) => [name, fallback, meaning]),
  );
});
