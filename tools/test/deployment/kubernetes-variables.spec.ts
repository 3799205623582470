import {
  readApiConfiguration,
  readDashboardConfiguration,
  readMcpConfiguration,
  VARIABLES,
  variablesOf,
} from '@care-atlas/server/configuration';
import { EXAMPLE_VALUES } from './files/example-values.js';
import { manifestsOf, pods } from './files/kubernetes-manifests.js';
import { OF_LIBRARIES } from './not-passed.js';
import { PROGRAMS } from './programs.js';

type Name = keyof typeof VARIABLES;

/** What pg_dump and psql read, of the secret of backups. */
const LIBPQ = ['PGHOST', 'PGDATABASE', 'PGUSER', 'PGPASSWORD', 'PGSSLMODE', 'PGSSLROOTCERT'];
/** The programs that have pods of their own. */
const PODS = Object.entries(PROGRAMS).filter(([, program]) => 'secret' in program);

/** The names in the maps, or in the secrets, that a pod takes its environment from. */
function namesIn(pod: string, kind: 'configMapRef' | 'secretRef'): string[] {
  const [, { containers }] = pods.find(([name]) => name.replace(/(-\d+)+$/, '') === pod)!;
  const sources = containers.flatMap(({ envFrom = [] }) => envFrom.flatMap((each) => each[kind]?.name ?? []));
  const all = manifestsOf(kind === 'configMapRef' ? 'ConfigMap' : 'Secret');
  return sources.flatMap((name) => {
    const source = all.find(({ metadata }) => metadata.name === name)!;
    return Object.keys(source.data ?? source.stringData!);
  });
}

it('the map has no variable that none of its pods reads', () => {
  const [{ data } = {}] = manifestsOf('ConfigMap');
  const readers = PODS.filter(([pod]) => namesIn(pod, 'configMapRef').length > 0);
  const read = new Set(readers.flatMap(([, { reads }]) => Object.keys(variablesOf(reads))));
  expect(Object.keys(data!).filter((name) => !read.has(name) && !OF_LIBRARIES.includes(name))).toEqual([]);
});

/** What a pod of a service gets, with the passwords filled in, and with more. */
function given(pod: string, more: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const sources = [...manifestsOf('ConfigMap'), ...manifestsOf('Secret')].filter(({ metadata: { name } }) =>
    ['care-atlas', `care-atlas-${pod}`].includes(name),
  );
  const values = Object.assign({}, ...sources.map(({ data, stringData }) => data ?? stringData)) as object;
  return { NODE_ENV: 'production', ...values, ...more };
}

const REQUIRED = { DASHBOARD_SECRET: EXAMPLE_VALUES.DASHBOARD_SECRET };
const READERS = {
  api: readApiConfiguration,
  mcp: readMcpConfiguration,
  dashboard: readDashboardConfiguration,
} as const;

it.each(Object.entries(READERS))(
  '%s accepts what the manifests give it, as it is and with all set',
  (pod, read) => {
    const listed = Object.keys(given(pod, {})).filter((name) => name in VARIABLES);
    const all = Object.fromEntries(listed.map((name) => [name, EXAMPLE_VALUES[name as Name]]));
    expect(() => read(given(pod, REQUIRED))).not.toThrow();
    // A bucket takes the place of the folder.
    expect(() => read(given(pod, { ...all, EXPORT_DIR: '' }))).not.toThrow();
  },
);

it('a pod has no variable of its own beside the path of the private CA', () => {
  const own = pods.flatMap(([name, { containers }]) =>
    containers.flatMap(({ env = [] }) => env.map((each) => `${name.replace(/(-\d+)+$/, '')} ${each.name}`)),
  );
  const ca = PODS.map(([pod]) => `${pod} NODE_EXTRA_CA_CERTS`);
  expect(own.toSorted()).toEqual([...ca, 'backup BACKUP_KEEP_DAYS'].toSorted());
});

it('the dashboard looks for the services where the cluster has them', () => {
  const [{ data } = {}] = manifestsOf('ConfigMap');
  const inside = ['HEALTH_API_URL', 'HEALTH_MCP_URL'].map((name) => new URL(data![name]!));
  const services = manifestsOf('Service').map(({ metadata }) => metadata.name);
  expect(inside.map(({ hostname, port }) => [services.includes(hostname), port])).toEqual([
    [true, ''],
    [true, ''],
  ]);
});

it('the backup gets what PostgreSQL’s programs read', () => {
  expect(namesIn('backup', 'secretRef')).toEqual(LIBPQ);
});
