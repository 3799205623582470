import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nginxMain } from './nginx-main.js';

const SHIPPED = join(import.meta.dirname, '../../../../docker/gateway');
const CONSUMERS = readFileSync(join(SHIPPED, 'consumers.example.map'), 'utf8');

/** The keys of the shipped example's consumers, by consumer. */
export const CONSUMER_KEYS: ReadonlyMap<string, string> = new Map(
  Array.from(CONSUMERS.matchAll(/^'~\^([\w-]+)\$' ([\w-]+);$/gm), ([, key, consumer]) => [consumer!, key!]),
);

/** The settings of a gateway. */
export interface GatewaySettings {
  /** Part of the names of its headers. */
  readonly name: string;
  readonly host: string;
  /** Proves to the service that a request comes from the gateway. */
  readonly secret: string;
  /** The port of the service. */
  readonly upstream: { readonly port: number };
  /** Further processes of the service, as an upstream name with several addresses leads to. */
  readonly replicas?: readonly { readonly port: number }[];
}

/**
 * Writes the configuration of an nginx that runs as the gateway, as the official image does: the template with its
 * variables, included by a main file, and the consumers of the example.
 * @returns the main file
 */
export function writeGateway(directory: string, port: number, settings: GatewaySettings): string {
  const { name, host, secret, upstream, replicas = [] } = settings;
  mkdirSync(join(directory, 'gateway'), { recursive: true });
  const environment: Record<string, string> = {
    GATEWAY_NAME: name,
    GATEWAY_HOST: host,
    GATEWAY_LISTEN: `127.0.0.1:${port}`,
    GATEWAY_PROXY_SECRET: secret,
    GATEWAY_UPSTREAM: `127.0.0.1:${upstream.port}`,
  };
  const template = readFileSync(join(SHIPPED, 'templates/default.conf.template'), 'utf8');
  const filled = template.replaceAll(/\$\{(\w+)\}/g, (_, variable: string) => {
    const value = environment[variable];
    if (value === undefined) throw new Error(`The gateway's template has an unknown variable: ${variable}.`);
    return value;
  });
  writeFileSync(
    join(directory, 'default.conf'),
    filled.replace(/server 127\.0\.0\.1:\d+([^;]*);/, (server, flags: string) =>
      [server, ...replicas.map(({ port: each }) => `server 127.0.0.1:${each}${flags};`)].join(' '),
    ),
  );
  writeFileSync(join(directory, 'gateway/consumers.map'), CONSUMERS);
  const main = join(directory, 'nginx.conf');
  const files = { pid: join(directory, 'nginx.pid'), temporary: directory, log: '/dev/stdout' };
  writeFileSync(main, nginxMain({ ...files, include: 'default.conf' }));
  return main;
}
