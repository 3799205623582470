import { globSync } from 'node:fs';
import {
  readApiConfiguration,
  readDashboardConfiguration,
  readMcpConfiguration,
  readProcessConfiguration,
  VARIABLES,
  variablesOf,
} from '@care-atlas/server/configuration';
import { EXAMPLE_VALUES } from './files/example-values.js';
import { PROJECT, textOf } from './files/project-file.js';

const NAMES = Object.keys(VARIABLES) as (keyof typeof VARIABLES)[];
const REQUIRED = {
  DATABASE_URL: 'postgres://localhost/none',
  DASHBOARD_SECRET: 'a secret of a test that is long enough',
};
/** What must be set together with a variable. */
const BUCKET = {
  EXPORT_BUCKET_URL: EXAMPLE_VALUES.EXPORT_BUCKET_URL,
  EXPORT_BUCKET_KEY_ID: 'another',
  EXPORT_BUCKET_SECRET: 'another',
};
const STRIPE = { STRIPE_SECRET_KEY: 'sk_test_another', STRIPE_WEBHOOK_SECRET: 'whsec_another' };
const WITH: Partial<Record<keyof typeof VARIABLES, Readonly<Record<string, string>>>> = {
  EXPORT_BUCKET_URL: { ...BUCKET, EXPORT_BUCKET_URL: 'https://store.atlas.example/another' },
  EXPORT_BUCKET_REGION: BUCKET,
  EXPORT_BUCKET_KEY_ID: BUCKET,
  EXPORT_BUCKET_SECRET: BUCKET,
  STRIPE_SECRET_KEY: STRIPE,
  STRIPE_WEBHOOK_SECRET: STRIPE,
  STRIPE_API_URL: STRIPE,
  OIDC_ISSUER: { OIDC_CLIENT_ID: 'another' },
  METRICS_HOST: { METRICS_PORT: '1' },
  LOG_REQUESTS: { NODE_ENV: 'production' },
  OTEL_TRACES_SAMPLER_ARG: { OTEL_EXPORTER_OTLP_ENDPOINT: EXAMPLE_VALUES.OTEL_EXPORTER_OTLP_ENDPOINT },
};

/** How each service reads its environment when it starts. */
const SERVICES = {
  api: (env: NodeJS.ProcessEnv) => [readApiConfiguration(env), readProcessConfiguration(env)],
  mcp: (env: NodeJS.ProcessEnv) => [readMcpConfiguration(env), readProcessConfiguration(env)],
  dashboard: (env: NodeJS.ProcessEnv) => [readDashboardConfiguration(env), readProcessConfiguration(env)],
} as const;

describe.each(Object.entries(SERVICES))('%s', (program, read) => {
  it('reads exactly the variables that it is listed for', () => {
    const noticed = NAMES.filter((name) => {
      const env = { ...REQUIRED, ...WITH[name] };
      return JSON.stringify(read({ ...env, [name]: EXAMPLE_VALUES[name] })) !== JSON.stringify(read(env));
    });
    expect(noticed).toEqual(Object.keys(variablesOf(program as keyof typeof SERVICES)));
  });

  it('accepts an empty value as an absent one, for each variable', () => {
    const empty = Object.fromEntries(NAMES.map((name) => [name, '']));
    expect(read({ ...empty, ...REQUIRED })).toEqual(read(REQUIRED));
  });
});

/** Returns the variables that the source of a command has as a key of its environment, in quotes. */
function named(...patterns: readonly string[]): string[] {
  const files = patterns
    .flatMap((pattern) => globSync(pattern, { cwd: PROJECT }))
    .filter((file) => !file.includes('.spec.'));
  const words = new Set(files.flatMap((file) => textOf(file).match(/(?<=')[A-Z]+(_[A-Z]+)+(?=')/g) ?? []));
  return NAMES.filter((name) => words.has(name));
}

it('the imports, their worker and the operator’s commands are listed for the variables that they name', () => {
  const imports = named('apps/sync/src/**/*.ts', 'libs/data/src/exports/export-place.ts');
  const listed = new Set([...Object.keys(variablesOf('sync')), ...Object.keys(variablesOf('worker'))]);
  expect(new Set(imports)).toEqual(listed);
  expect(named('apps/console/src/**/*.ts')).toEqual(Object.keys(variablesOf('console')));
});
