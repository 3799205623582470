import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Client } from 'pg';
import { configured, VARIABLES } from '@care-atlas/server/configuration';
import { PROJECT } from '../project.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** What the services of an instance run with, so that commands run with the same. It holds no secret. */
export interface Instance {
  /** Its variables, by name. */
  readonly settings: Readonly<Record<string, string>>;
  /** The names of its variables that hold secrets: commands get them from their own environment. */
  readonly secrets: readonly string[];
  /** Its database, as `databaseName` names it. */
  readonly database: string;
}

const FILE = 'instance.json';
const EMBEDDED = 'embedded';
/** Folders that the services and commands share: of two values, one of them would be read by nobody. */
const FOLDERS = ['EXPORT_DIR', 'IMPORT_SPOOL_DIR'] as const;
const BUCKET = ['EXPORT_BUCKET_URL', 'EXPORT_BUCKET_KEY_ID', 'EXPORT_BUCKET_SECRET'] as const;

/** Returns the instance that an environment describes. Its folders are in DATA_DIR unless others are set. */
export function instanceOf(env: Environment): Instance {
  const { DATA_DIR, DATABASE_URL, EXPORT_DIR, EXPORT_BUCKET_URL, IMPORT_SPOOL_DIR } = configured(
    VARIABLES,
    env,
  );
  const names = Object.entries(VARIABLES).filter(([name]) => env[name]);
  const own = names.filter(([, { secret }]) => !secret).map(([name]) => [name, env[name]!]);
  const folder = (path: string, otherwise: string) => resolve(PROJECT, path || join(DATA_DIR, otherwise));
  return {
    settings: {
      ...(Object.fromEntries(own) as Record<string, string>),
      EXPORT_DIR: EXPORT_BUCKET_URL ? EXPORT_DIR : folder(EXPORT_DIR, 'exports'),
      IMPORT_SPOOL_DIR: folder(IMPORT_SPOOL_DIR, 'imports'),
      // There is no load balancer here that has to notice.
      DRAIN_MS: env['DRAIN_MS'] || '0',
    },
    secrets: names.filter(([, { secret }]) => secret).map(([name]) => name),
    database: databaseName(DATABASE_URL),
  };
}

/** Writes the description of an instance, readable to its owner only. @param directory the one of DATA_DIR */
export async function writeInstance(directory: string, instance: Instance): Promise<void> {
  await mkdir(directory, { recursive: true });
  const draft = join(directory, `.${FILE}-${randomUUID()}`);
  await writeFile(draft, `${JSON.stringify(instance, null, 2)}\n`, { mode: 0o600 });
  await rename(draft, join(directory, FILE));
}

/** Returns the description of the instance of a directory; undefined before its first start. */
export async function readInstance(directory: string): Promise<Instance | undefined> {
  const text = await readFile(join(directory, FILE), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  return text === undefined ? undefined : (JSON.parse(text) as Instance);
}

/**
 * Returns the environment of a command: its own, and what it does not say as the services of the instance have it. A command
 * on another database has its own environment only.
 * @param databaseUrl the database of the command; empty for the embedded one
 * @param readsExports whether the command publishes exports
 * @throws Error where the command would work on another database, or with other folders, than the services
 */
export function commandEnvironment(
  instance: Instance | undefined,
  env: Environment,
  databaseUrl: string,
  readsExports: boolean,
): Environment {
  // Before the first start, the embedded database is that of the instance to come.
  const { settings, secrets, database } = instance ?? instanceOf({ ...env, DATABASE_URL: databaseUrl });
  if (databaseUrl === '' && database !== EMBEDDED)
    throw new Error(
      `The instance in DATA_DIR uses the database ${database}: set DATABASE_URL for this command too.`,
    );
  if (databaseName(databaseUrl) !== database || (!instance && databaseUrl !== '')) return env;
  for (const name of FOLDERS) {
    const own = env[name];
    if (own && resolve(PROJECT, own) !== resolve(PROJECT, settings[name] ?? ''))
      throw new Error(
        `${name} is ${own} here, but the instance in DATA_DIR has ${settings[name] || 'none'}: unset it, or start the instance with it.`,
      );
  }
  const missing = BUCKET.filter((name) => secrets.includes(name) && !env[name]);
  if (readsExports && missing.length > 0)
    throw new Error(
      `The instance in DATA_DIR keeps its exports in a bucket: set ${missing.join(', ')} for this command too.`,
    );
  return {
    ...settings,
    ...Object.fromEntries(Object.entries(env).filter(([, value]) => value)),
    ...folders(settings),
  };
}

function folders(settings: Instance['settings']): Environment {
  return Object.fromEntries(FOLDERS.map((name) => [name, settings[name]]));
}

/** The names of this machine, which lead to the same server. */
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[?::1\]?)$/i;

/** Returns the name of a database without user and password: its host or the folder of its socket, as the driver reads them. */
function databaseName(url: string): string {
  if (url === '') return EMBEDDED;
  try {
    // A name needs no certificates, which the driver would read.
    const { host, port, database } = new Client(url.replace(/(?<=[?&])ssl[^&]*/g, ''));
    return `${LOOPBACK.test(host) ? 'localhost' : host}:${port}/${database}`;
  } catch {
    return '';
  }
}
