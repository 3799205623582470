import type { Program } from '@care-atlas/server/configuration';

/** What a program connects to: parts of the deployment, and what is outside of it. */
export type Target = 'database' | 'store' | 'api' | 'mcp' | 'collector' | 'web' | 'mail';

/** Shared folders: `imports` comes from the operator, and the others are kept between runs. */
export type Folder = 'exports' | 'uploads' | 'imports';

/** One program of the product as it is deployed: a service of Compose and a workload of Kubernetes with the same name. */
export interface DeployedProgram {
  /** Its variables are those that this program reads. */
  readonly reads: Program;
  /** Words after `node` and its flags. */
  readonly words: readonly string[];
  /** Role of the database. The Kubernetes secret has the variables of one program. */
  readonly role: `care_atlas_${string}`;
  readonly secret?: string;
  /** How long it runs: for ever, until it has done its work, every night, or when an operator asks. */
  readonly runs: 'always' | 'once' | 'nightly' | 'on demand';
  /** Processes of Compose, and the least and the most of Kubernetes; one if absent. */
  readonly processes?: { readonly compose: number; readonly least: number; readonly most: number };
  /** Folders other than /tmp, with what it does there. */
  readonly folders: Partial<Record<Folder, 'reads' | 'writes'>>;
  /** The port that it listens on, and what its life and its readiness are asked at. */
  readonly listens?: { readonly port: number; readonly life: string; readonly ready: string };
  /** What it connects to beside what its variables name. */
  readonly also?: readonly Target[];
  /** Most memory, in MiB. */
  readonly memory: number;
}

/** The port of the metrics of every program that listens. */
export const METRICS_PORT = 9464;

/**
 * Every program as it is deployed. docker/compose.yaml, docker/kubernetes, its network policies, docker/example.env and the
 * table of docs/operate/install.md are compared with it, in both directions (shipped.spec.ts).
 */
export const PROGRAMS = {
  api: {
    reads: 'api',
    words: ['apps/api/dist/main.js'],
    role: 'care_atlas_serve',
    secret: 'care-atlas-api',
    runs: 'always',
    processes: { compose: 2, least: 2, most: 6 },
    folders: { exports: 'reads' },
    listens: { port: 3000, life: '/api/v1/ping', ready: '/api/v1/' },
    memory: 1024,
  },
  mcp: {
    reads: 'mcp',
    words: ['apps/mcp/dist/main.js'],
    role: 'care_atlas_mcp',
    secret: 'care-atlas-mcp',
    runs: 'always',
    processes: { compose: 1, least: 2, most: 3 },
    folders: {},
    listens: { port: 3001, life: '/ping', ready: '/' },
    // A client of the login may be a document at its address.
    also: ['web'],
    memory: 1024,
  },
  dashboard: {
    reads: 'dashboard',
    words: ['apps/admin-dashboard/dist/main.js'],
    role: 'care_atlas_dashboard',
    secret: 'care-atlas-dashboard',
    runs: 'always',
    processes: { compose: 1, least: 2, most: 2 },
    folders: { uploads: 'writes' },
    listens: { port: 3002, life: '/api/ping', ready: '/api/ping' },
    memory: 1024,
  },
  uploads: {
    reads: 'worker',
    words: ['apps/sync/dist/main.js', 'worker'],
    role: 'care_atlas_sync',
    secret: 'care-atlas-sync',
    runs: 'always',
    folders: { uploads: 'writes', exports: 'writes' },
    memory: 1024,
  },
  sync: {
    reads: 'sync',
    words: ['docker/nightly.mjs', 'TIME', '/imports/nightly.txt', 'apps/sync/dist/main.js'],
    role: 'care_atlas_sync',
    secret: 'care-atlas-sync',
    runs: 'nightly',
    folders: { imports: 'reads', exports: 'writes' },
    memory: 1024,
  },
  migrate: {
    reads: 'console',
    words: ['apps/console/dist/main.js', 'database', 'migrate', '--grants', 'docker/postgres/grants.sql'],
    role: 'care_atlas_migrate',
    secret: 'care-atlas-migrate',
    runs: 'once',
    folders: {},
    memory: 512,
  },
  console: {
    reads: 'console',
    words: ['apps/console/dist/main.js', 'keys', '--help'],
    role: 'care_atlas_dashboard',
    // In a cluster, its commands run in a pod of the dashboard.
    runs: 'on demand',
    folders: {},
    memory: 512,
  },
} as const satisfies Readonly<Record<string, DeployedProgram>>;
