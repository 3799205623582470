import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { configured, VARIABLES } from '@care-atlas/server/configuration';
import { COMPOSE_FILE, composeFile, filled as filledWith } from './files/compose-file.js';
import { CONNECTIONS_BESIDE_POOL, OTHER_CONNECTIONS } from './connections.js';
import { PROJECT, textOf } from './files/project-file.js';

const FILE = COMPOSE_FILE;
const { services, networks, volumes } = composeFile();
const all = Object.entries(services);
const own = all.filter(([, { image }]) => image.startsWith('care-atlas:'));

/** What must be set, with a value that can be in an address. */
const REQUIRED = Object.fromEntries(
  Array.from(textOf(FILE).matchAll(/\$\{(\w+):\?\}/g), ([, name]) => [name!, 'x1'.repeat(16)]),
);
const filled = (value: string) => filledWith(value, REQUIRED);

describe.each(all)('%s', (name, service) => {
  it('cannot change itself, gain rights or be root', () => {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      user: expect.stringMatching(/^([1-9]\d*|\$\{BACKUP_USER:-999):\d+\}?$/),
    });
  });

  it('says whether it is well, unless it ends by itself', () => {
    const lasting = service.restart !== 'no';
    expect({ name, healthy: service.healthcheck?.test !== undefined }).toEqual({ name, healthy: lasting });
  });

  it('is of a pinned version', () => {
    expect(service.image).toMatch(/:v?\d+\.\d+[\w.-]*$|:\$\{CARE_ATLAS_VERSION:-/);
  });

  it('uses only networks, volumes and services that are there', () => {
    const named = (service.volumes ?? [])
      .map((volume) => volume.split(':')[0]!)
      .filter((each) => /^\w+$/.test(each));
    expect(Object.keys(networks)).toEqual(expect.arrayContaining([...service.networks]));
    expect(Object.keys(volumes)).toEqual(expect.arrayContaining(named));
    expect(Object.keys(services)).toEqual(expect.arrayContaining(Object.keys(service.depends_on ?? {})));
  });
});

describe.each(own)('%s, a program of ours,', (_, { environment = {} }) => {
  it('is told only values that it accepts', () => {
    const told = Object.entries(environment).map(([name, value]) => [name, filled(value)]);
    expect(() => configured(VARIABLES, Object.fromEntries(told) as NodeJS.ProcessEnv)).not.toThrow();
  });
});

it('new volumes belong to the user of the programs', () => {
  expect(textOf('docker/Dockerfile')).toContain('install -d -o 1000 -g 1000 /exports /uploads\n');
  const spools = own.map(([, { environment }]) => environment!['IMPORT_SPOOL_DIR'] ?? '/uploads');
  expect(new Set(spools)).toEqual(new Set(['/uploads']));
});

it('backups are scheduled, after the imports, and are kept for a while', () => {
  const { entrypoint, environment, restart, profiles } = services['nightly-backup']!;
  const [, , time] = entrypoint!;
  const imports = filled(services['sync']!.command![0]!);
  expect([restart, profiles]).toEqual(['unless-stopped', undefined]);
  expect(filled(time!) > imports).toBe(true);
  expect(Number(filled(environment!['BACKUP_KEEP_DAYS']!))).toBeGreaterThan(7);
});

it('the connections of all processes fit the limit of the database', () => {
  const limit = Number(
    /max_connections=(\d+)/.exec((services['postgres']!.command as string[]).join(' '))![1],
  );
  const processes = ['api', 'mcp', 'dashboard'].map((name) => services[name]!.deploy?.replicas ?? 1);
  const sizes = Number(VARIABLES.DATABASE_POOL_SIZE.fallback) + CONNECTIONS_BESIDE_POOL;
  // Compose stops a container before it starts its successor.
  const serving = processes.reduce((sum, count) => sum + count, 0) * sizes;
  expect(serving + OTHER_CONNECTIONS).toBeLessThanOrEqual(limit);
});

it('the WAL archive changes nothing else of the database', () => {
  const archived = composeFile('docker/compose.wal.yaml').services['postgres']!;
  expect(archived.command).toEqual(expect.arrayContaining(services['postgres']!.command as string[]));
  expect(archived.command).toContain('archive_command=sh /scripts/archive-wal.sh /wal "%p" "%f"');
});

it('the database is reached by nobody from outside, and not by the proxy', () => {
  expect(networks['data']).toEqual({ internal: true });
  expect(services['proxy']!.networks).not.toContain('data');
  const open = all.filter(([, { ports }]) => ports).map(([name]) => name);
  expect(open).toEqual(['proxy', 'gateway', 'grafana']);
  expect(services['postgres']!.networks).toEqual(['data']);
});

it('the example has every variable of the file, and no secret', () => {
  const text = textOf(FILE) + textOf('docker/compose.wal.yaml');
  const used = new Set(Array.from(text.matchAll(/\$\{(\w+)[-:}]/g), ([, name]) => name!));
  const example = Array.from(textOf('docker/example.env').matchAll(/^(\w+)=(.*)$/gm), ([, name, value]) => [
    name!,
    value!,
  ]);
  expect(new Set(example.map(([name]) => name))).toEqual(used);
  const known: Readonly<Record<string, { readonly secret: boolean }>> = VARIABLES;
  const secrets = example.filter(([name]) => known[name!]?.secret ?? /PASSWORD|SECRET/.test(name!));
  expect(secrets.filter(([, value]) => value !== '')).toEqual([]);
});

it('the environment that is made has a fresh secret for all that must be set', () => {
  const made = execFileSync(process.execPath, [join(PROJECT, 'docker/make-env.mjs')], { encoding: 'utf8' });
  const required = Array.from(textOf(FILE).matchAll(/\$\{(\w+):\?\}/g), ([, name]) => name!);
  const values = required.map((name) => new RegExp(`^${name}=([\\w-]{43})$`, 'm').exec(made)?.[1]);
  expect(values).not.toContain(undefined);
  expect(new Set(values).size).toBe(new Set(required).size);
});
