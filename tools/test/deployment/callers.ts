import type { Target } from './programs.js';

/**
 * The files of the programs that open connections, with what they connect to. Which program runs a file, and where the
 * target is, follows from the variables that it is given.
 */
export const CALLERS: Readonly<Record<string, readonly Target[]>> = {
  'libs/data/src/connection/native-connection.ts': ['database'],
  'libs/data/src/exports/s3-export-store.ts': ['web'],
  'libs/data/src/exports/s3-request.ts': ['web'],
  'libs/server/src/limits/store-client.ts': ['store'],
  'libs/server/src/observability/tracing.ts': ['collector'],
  'apps/api/src/checkout/stripe-provider.ts': ['web'],
  // The documents of clients, by their addresses.
  'apps/mcp/src/oauth/clients/client-document.ts': ['web'],
  'apps/admin-dashboard/server/src/health/alert-sender.ts': ['web', 'mail'],
  'apps/admin-dashboard/server/src/health/health-checks.ts': ['api', 'mcp'],
  'apps/admin-dashboard/server/src/sign-in/openid-connect.ts': ['web'],
};

/** Packages that connect, beside Node's own modules. Types and errors of them connect to nothing. */
const PACKAGES = [
  'pg',
  'redis',
  'nodemailer',
  'openid-client',
  'stripe',
  's3mini',
  'undici',
  'axios',
  'ws',
  '@opentelemetry/exporter-trace-otlp-http',
];
const IMPORT = new RegExp(
  `^import (?!type )([^;]*?) from '(?:${PACKAGES.join('|')})'|import\\('(?:${PACKAGES.join('|')})'\\)`,
  'gms',
);
const NODE =
  /^import (?:[^;]*?\b(?:get|request|connect|createConnection|createSocket)\b[^;]*?|\* as \w+|\w+) from 'node:(?:http|https|http2|net|tls|dgram)'/gms;
/** The global function, not a method or a function of the same name. */
const FETCH = /(?<![.#\w`]|function |async )fetch\(|globalThis\.fetch/g;
const NAMES_ONLY = /^\{[^}]*\}$/s;

/** Returns whether the source of a file opens connections. */
export function callsOut(source: string): boolean {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*|`[^`]*`/g, '');
  const packages = Array.from(code.matchAll(IMPORT)).filter(([, names]) => !names || connects(names));
  const own = /(?:const|let|function) fetch\b|[(,]\s*fetch:/.test(code);
  return packages.length > 0 || code.search(NODE) !== -1 || (!own && code.search(FETCH) !== -1);
}

/** Whether an import has more than types and errors. */
function connects(names: string): boolean {
  if (!NAMES_ONLY.test(names)) return true;
  const values = names
    .slice(1, -1)
    .split(',')
    .map((name) => name.trim());
  return values.some((name) => name !== '' && !name.startsWith('type ') && !/Error$|^errors$/.test(name));
}
