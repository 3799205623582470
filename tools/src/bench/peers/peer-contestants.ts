import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchDirectory } from '../bench-directory.js';
import type { HttpRequest } from '../http-request.js';
import { Load } from '../load.js';
import type { MeasuredProcess } from '../measured-process.js';
import type { Say } from '../progress.js';
import { parametersOf, type Question } from '../question.js';
import type { Contestant } from '../throughput/contestant.js';
import { type Agreement, agreement, type Asked } from './agreement.js';
import { fillFlatDatabase } from './flat-database.js';
import { installPeers, PEERS } from './install.js';
import { type Peer, PLATFORMATIC, plainPeer, POSTGRAPHILE } from './peer.js';

const DATABASE = 'flat';
const SLICE_SECONDS = 4;
/** What the generator gave up at the end of a slice is still being worked on. */
const REST_MS = 1_000;
const CHECKED = 200;
const ASKED = 2_000;
const OWN_FILES = join(import.meta.dirname);

interface PeerPlan {
  readonly peer: Peer;
  readonly file: string;
  /** Whether it comes from outside the product's dependencies. */
  readonly installed: boolean;
}

const PLANS: readonly PeerPlan[] = [
  {
    peer: plainPeer('Fastify, tuned SQL per request'),
    file: join(OWN_FILES, 'sql-server.js'),
    installed: false,
  },
  {
    peer: plainPeer('Fastify, TypeORM query builder'),
    file: join(OWN_FILES, 'typeorm-server.js'),
    installed: false,
  },
  { peer: POSTGRAPHILE, file: join(PEERS, 'postgraphile.mjs'), installed: true },
  { peer: PLATFORMATIC, file: join(PEERS, 'platformatic.mjs'), installed: true },
];

/** What is known of the alternatives besides their slices. */
export interface PeersAbout {
  readonly tables: string;
  /** The files that say how products were set up. */
  readonly files: readonly { readonly name: string; readonly text: string }[];
  /** By name; for one that could not take part, why. */
  readonly agreements: ReadonlyMap<string, Agreement | string>;
}

/** Starts the alternatives on the same data, checks their answers against ours, and makes contestants of them. */
export async function peerContestants(
  directory: BenchDirectory,
  api: MeasuredProcess,
  questions: readonly Question[],
  say: Say,
): Promise<{ contestants: Contestant[]; about: PeersAbout }> {
  const databaseUrl = directory.url(DATABASE);
  await directory.create(DATABASE, 'nothing');
  const tables = await fillFlatDatabase(directory.url(), databaseUrl);
  const missing = await installPeers().then(
    () => undefined,
    (error: unknown) => firstLine(error),
  );
  const contestants: Contestant[] = [];
  const agreements = new Map<string, Agreement | string>();
  for (const { peer, file, installed } of PLANS) {
    if (installed && missing !== undefined) {
      agreements.set(peer.name, `could not be installed: ${missing}`);
      continue;
    }
    try {
      const env = { DATABASE_URL: databaseUrl, NODE_ENV: 'production', GRAPHILE_ENV: 'production' };
      const server = await directory.start(file, { env, flags: [], ...(installed && { cwd: PEERS }) });
      const theirs = { ...peer, port: server.port };
      const found = await agreement(questions.slice(0, CHECKED), ours(directory, api), theirs);
      say(`${peer.name}: ${found.alike} of ${found.asked} answers as ours`);
      agreements.set(peer.name, found);
      const group = installed ? 'products' : 'statements';
      contestants.push(
        contestant(directory, { name: peer.name, group }, server, questions.map(peer.request)),
      );
    } catch (error) {
      agreements.set(peer.name, `could not be measured: ${firstLine(error)}`);
    }
  }
  return { contestants, about: { tables, files: configurations(), agreements } };
}

function contestant(
  directory: BenchDirectory,
  about: Pick<Contestant, 'name' | 'group'>,
  server: MeasuredProcess,
  requests: readonly HttpRequest[],
): Contestant {
  const load = new Load(directory.folder, requests.slice(0, ASKED));
  const slice = async () => {
    const measured = await load.run([server], { seconds: SLICE_SECONDS, database: directory.databaseTime });
    await sleep(REST_MS);
    return measured;
  };
  return { ...about, slice };
}

function ours({ key }: BenchDirectory, { port }: MeasuredProcess): Asked<Question> {
  return {
    port,
    request: (question) => ({
      path: `/api/v1/doctors?${parametersOf(question).toString()}`,
      headers: { authorization: `Bearer ${key}` },
    }),
    read: (answer) => {
      const { total, doctors } = answer as { total: number; doctors: { cpsoNumber: string }[] };
      return { total, numbers: doctors.map(({ cpsoNumber }) => cpsoNumber) };
    },
  };
}

function configurations(): PeersAbout['files'] {
  const names = ['package.json', 'postgraphile.mjs', 'platformatic.json', 'platformatic.mjs'];
  return names.map((name) => ({ name, text: readFileSync(join(PEERS, name), 'utf8').trim() }));
}

function firstLine(error: unknown): string {
  return (error as Error).message.split('\n')[0]!.slice(0, 200);
}
