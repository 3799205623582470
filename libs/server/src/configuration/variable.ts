import { isIP, isIPv4 } from 'node:net';

/** A wrong value of a variable: one sentence that names it, for a person who starts the service. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

/** A variable of the environment: how its text is read, and what it means. */
export interface Variable<T> {
  readonly fallback: string;
  /** Throws an Error whose message says what is accepted. */
  readonly parse: (value: string) => T;
  readonly meaning: string;
  /** Its value must not be shown, not even when it is wrong. */
  readonly secret: boolean;
}

export function variable<T>(
  fallback: string,
  parse: (value: string) => T,
  meaning: string,
  secrecy?: 'secret',
): Variable<T> {
  return { fallback, parse, meaning, secret: secrecy === 'secret' };
}

/** The values of a table of variables. */
export type Values<V extends Readonly<Record<string, Variable<unknown>>>> = {
  readonly [Name in keyof V]: ReturnType<V[Name]['parse']>;
};

/**
 * Reads a table of variables. One that is absent or empty has its default.
 * @throws ConfigurationError
 */
export function configured<V extends Readonly<Record<string, Variable<unknown>>>>(
  variables: V,
  env: NodeJS.ProcessEnv,
): Values<V> {
  const values = Object.entries(variables).map(([key, { fallback, parse, secret }]) => {
    const value = env[key] || fallback;
    try {
      return [key, parse(value)];
    } catch (error) {
      const shown = secret ? '' : `, but is "${value}"`;
      throw new ConfigurationError(`${key} must be ${(error as Error).message}${shown}.`);
    }
  });
  return Object.fromEntries(values) as Values<V>;
}

export function text(value: string): string {
  return value;
}

export function name(value: string): string {
  if (/\s/.test(value)) throw new Error('a name without blanks');
  return value;
}

/** An http or https URL, given back without a slash at its end; empty when the default is. */
export function url(value: string): string {
  if (value === '') return '';
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol))
    throw new Error('an http or https URL');
  return value.replace(/\/+$/, '');
}

/** The address of a page of the register, with `{number}` for a registration number; empty when the default is. */
export function registerPage(value: string): string {
  const { protocol = '', username, password } = URL.parse(value.replaceAll('{number}', '1')) ?? {};
  const isPage = /^https?:$/.test(protocol) && !username && !password && !/\s/.test(value);
  if (value === '' || (isPage && value.includes('{number}'))) return value;
  throw new Error(
    'an http or https URL with {number} for the registration number, such as https://register.example/physician?number={number}',
  );
}

const LOOPBACK = new Set(['localhost', '127.0.0.1']);

/** The issuer of an OpenID Connect provider, as it is: a slash at its end counts. */
export function oidcIssuer(value: string): string {
  if (value === '') return '';
  const { protocol, hostname } = URL.parse(value) ?? {};
  if (protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname ?? ''))) return value;
  throw new Error('an https URL');
}

/** A redis, or by TLS rediss, URL, or that of a cluster; empty when the default is. */
export function redisUrl(value: string): string {
  const urls = clusterNodes(value) ?? [value];
  if (value === '' || urls.every((url) => URL.canParse(url) && /^rediss?:$/.test(new URL(url).protocol))) {
    return value;
  }
  throw new Error(
    'a redis or rediss URL, for example redis://localhost:6379, or redis+cluster://one:6379,two:6379 for a cluster',
  );
}

/** Returns the URLs of the nodes that a URL of a Redis cluster names; undefined if it is none. */
export function clusterNodes(url: string): readonly string[] | undefined {
  const [, scheme, login = '', hosts] = /^(rediss?)\+cluster:\/\/([^@/]*@)?([^@/]+)$/.exec(url) ?? [];
  return hosts?.split(',').map((host) => `${scheme}://${login}${host}`);
}

/** What may stand within the name of a header. */
export function headerWord(value: string): string {
  if (/^[A-Za-z0-9-]+$/.test(value)) return value;
  throw new Error('a word of letters, digits and hyphens');
}

export function port(value: string): number {
  return count(0, 65_535)(value);
}

/** A port; none when the default is empty. */
export function optionalPort(value: string): number | undefined {
  return value === '' ? undefined : port(value);
}

/** A whole number of at least 1. */
export function whole(value: string): number {
  return count(1, 1_000_000_000)(value);
}

export function count(least: number, most: number): (value: string) => number {
  return (value) => {
    const number = /^\d+$/.test(value) ? Number(value) : NaN;
    if (number >= least && number <= most) return number;
    throw new Error(`a whole number from ${least} to ${most}`);
  };
}

/** A part of one, from 0 to 1. */
export function share(value: string): number {
  const part = /^(\d+|\d*\.\d+)$/.test(value) ? Number(value) : NaN;
  if (part <= 1) return part;
  throw new Error('a number from 0 to 1');
}

/** A comma-separated list of origins of pages: scheme, host and port, and no path. */
export function origins(value: string): readonly string[] {
  const list = listOf(value).map((origin) => origin.replace(/\/$/, ''));
  if (list.every((origin) => URL.canParse(origin) && new URL(origin).origin === origin)) return list;
  throw new Error('a comma-separated list of origins, for example https://assistant.example');
}

const NAMED_NETWORKS = ['loopback', 'linklocal', 'uniquelocal'];

/** A comma-separated list of addresses, networks (CIDR) and the names that Fastify has for some. */
export function networks(value: string): readonly string[] {
  const list = listOf(value);
  if (list.every(isNetwork)) return list;
  throw new Error('a comma-separated list of addresses and networks');
}

/** A comma-separated list of networks (CIDR), without names. */
export function subnets(value: string): readonly string[] {
  const list = networks(value);
  if (list.every((network) => network.includes('/'))) return list;
  throw new Error('a comma-separated list of networks, for example 127.0.0.0/8');
}

function listOf(value: string): string[] {
  return value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}

function isNetwork(network: string): boolean {
  if (NAMED_NETWORKS.includes(network) || isIP(network)) return true;
  const [, address = '', bits = ''] = /^(.+)\/(\d{1,3})$/.exec(network) ?? [];
  return isIP(address) !== 0 && Number(bits) >= 1 && Number(bits) <= (isIPv4(address) ? 32 : 128);
}

export function choice<const Word extends string>(...words: readonly Word[]): (value: string) => Word {
  return (value) => {
    const word = words.find((candidate) => candidate === value);
    if (word !== undefined) return word;
    throw new Error(words.filter(Boolean).join(' or '));
  };
}
