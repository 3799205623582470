import { VARIABLES, variablesOf } from '@care-atlas/server/configuration';
import { parseEnv } from 'node:util';
import { composeFile, environmentOf, filled } from './files/compose-file.js';
import { EXAMPLE_VALUES } from './files/example-values.js';
import { CHOSEN, NOT_PASSED } from './not-passed.js';
import { textOf } from './files/project-file.js';
import { PROGRAMS } from './programs.js';
import { ACCEPTED, REACHED, SHOWN } from './reached.js';

type Name = keyof typeof VARIABLES;

const { services, networks } = composeFile();
/** docker/.env as docker/make-env.mjs writes it: every secret that must be set has a value. */
const MADE = Object.fromEntries(
  Object.entries(parseEnv(textOf('docker/example.env'))).map(([name, value]) => [
    name,
    /^\w+_PASSWORD$|^DASHBOARD_SECRET$/.test(name) ? 'x1'.repeat(16) : value,
  ]),
) as Record<string, string>;
const programs = Object.entries(PROGRAMS).map(([service, { reads }]) => [service, reads] as const);

describe.each(programs)('%s', (service, program) => {
  const read = Object.keys(variablesOf(program)) as Name[];
  const settable = read.filter((name) => !(name in NOT_PASSED) && !CHOSEN.includes(name));

  it('gets what docker/.env sets', () => {
    const given = environmentOf(services[service]!, { ...MADE, ...EXAMPLE_VALUES });
    const wanted = settable.map((name) => [name, EXAMPLE_VALUES[name]]);
    expect(settable.map((name) => [name, given[name]])).toEqual(wanted);
  });

  it('has the default of each variable, or a value of Compose, where docker/.env is silent', () => {
    const given = environmentOf(services[service]!, MADE);
    const silent = environmentOf(
      services[service]!,
      Object.fromEntries(Object.entries(MADE).filter(([name]) => /_PASSWORD$|^DASHBOARD_SECRET$/.test(name))),
    );
    expect(given).toEqual(silent);
    const chosen = settable.filter((name) => given[name] !== '');
    expect(chosen.map((name) => [name, given[name]])).toEqual(
      chosen.map((name) => [name, WITHOUT_DEFAULT[name]]),
    );
  });
});

/** Variables that Compose gives a value of its own unless docker/.env has one. */
const WITHOUT_DEFAULT: Readonly<Record<string, string>> = {
  BASE_URL: 'http://api.localhost:8080',
  MCP_URL: 'http://mcp.localhost:8080/mcp',
  DASHBOARD_URL: 'http://dashboard.localhost:8080',
  TRUST_PROXY: 'uniquelocal',
  GATEWAY_HOST: 'atlas.gateway.example',
  EXPORT_DIR: '/exports',
  HEALTH_API_URL: 'http://api:3000',
  HEALTH_MCP_URL: 'http://mcp:3001',
  DASHBOARD_SECRET: 'x1'.repeat(16),
};

it('a variable is set by its own name, or not at all', () => {
  const others = programs.flatMap(([service]) =>
    Object.entries(services[service]!.environment ?? {}).filter(
      ([name, value]) => !CHOSEN.includes(name as Name) && !value.startsWith(`\${${name}`),
    ),
  );
  expect(others).toEqual([]);
});

it('a bucket can take the place of the folder of exports', () => {
  const { EXPORT_DIR, EXPORT_BUCKET_URL } = environmentOf(services['sync']!, {
    ...MADE,
    EXPORT_DIR: '',
    EXPORT_BUCKET_URL: 'https://store.example/exports',
  });
  expect([EXPORT_DIR, EXPORT_BUCKET_URL]).toEqual(['', 'https://store.example/exports']);
});

it('the addresses of Compose lead to a service on a common network, at its port', () => {
  const ports: Readonly<Record<string, string>> = {
    postgres: '5432',
    store: '6379',
    api: VARIABLES.PORT.fallback,
    mcp: VARIABLES.MCP_PORT.fallback,
  };
  const addresses = programs.flatMap(([service]) => {
    const given = environmentOf(services[service]!, MADE);
    return Object.keys(REACHED)
      .filter((name) => given[name])
      .map((name) => [service, name, new URL(given[name]!)] as const);
  });
  const unreached = addresses.filter(
    ([service, , { hostname, port }]) =>
      ports[hostname] !== port ||
      !services[service]!.networks.some((each) => services[hostname]!.networks.includes(each)),
  );
  expect(unreached).toEqual([]);
  expect(new Set(addresses.map(([, , { hostname }]) => hostname))).toEqual(new Set(Object.keys(ports)));
});

it('a program with an address outside is on a network that leads out, and no other is', () => {
  const outside = new Set(['collector', 'web', 'mail']);
  const needing = programs.filter(([, program]) =>
    Object.keys(variablesOf(program)).some((name) => outside.has(REACHED[name as Name] ?? '')),
  );
  const leading = programs.filter(([service]) =>
    services[service]!.networks.some((each) => networks[each]?.internal !== true),
  );
  expect(leading).toEqual(needing);
});

it('every variable with an address is known as one that is reached, shown or accepted', () => {
  const addresses = Object.entries(EXAMPLE_VALUES).filter(([, value]) => /^\w+:\/\//.test(value));
  const known = [...Object.keys(REACHED), ...SHOWN, ...ACCEPTED];
  expect(addresses.map(([name]) => name).toSorted()).toEqual(known.toSorted());
});

it.each([
  ['${A:-b}', {}, 'b'],
  ['${A:-b}', { A: '' }, 'b'],
  ['${A-b}', { A: '' }, ''],
  ['${A-b}', {}, 'b'],
  ['${A:?}', { A: 'c' }, 'c'],
  ['${A:+d}', { A: 'c' }, 'd'],
  ['x$$y${A}', { A: 'c' }, 'x$yc'],
])('fills %s with %j as Compose does', (text, env, result) => {
  expect(filled(text, env)).toBe(result);
});

it('a secret that is missing stops Compose', () => {
  expect(() => filled('${A:?}', { A: '' })).toThrow('A must be set');
});
