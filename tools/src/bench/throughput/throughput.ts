import { RandomQueries, seeded } from '../../random-query.js';
import type { BenchDirectory } from '../bench-directory.js';
import type { Part } from '../bench-options.js';
import { keyed } from '../http-request.js';
import type { Slice } from '../load.js';
import { type PeersAbout, peerContestants } from '../peers/peer-contestants.js';
import type { Say } from '../progress.js';
import { type Question, questionOf } from '../question.js';
import { QUERIES, questionPaths, vocabularyOf } from '../question-paths.js';
import { inRounds } from '../rounds.js';
import { type Contestant, type Group, steady } from './contestant.js';
import { LIMIT, LIMIT_NAMES, limitContestants } from './limit.js';
import { DOCTORS, ownContestants } from './ours.js';

const SIZE_SAMPLE = 500;

/** What one contestant showed, round by round. */
export interface Measured {
  readonly name: string;
  readonly group: Group;
  readonly slices: readonly Slice[];
}

/** What was measured in one go, all in the same rounds. */
export interface Throughput {
  readonly measured: readonly Measured[];
  readonly rounds: number;
  readonly doctors: number;
  /** How many different queries of GET /doctors were asked. */
  readonly queries: number;
  /** Average size of the body of their answers, bytes. */
  readonly size: number;
  /** Resident memory of the API after all of it, megabytes. */
  readonly memory: number;
  readonly peers: PeersAbout | undefined;
}

/** Measures the limit and GET /doctors, and whatever else of the limit, ours and the alternatives is wanted. */
export async function measureThroughput(
  directory: BenchDirectory,
  parts: ReadonlySet<Part>,
  rounds: number,
  say: Say,
): Promise<Throughput> {
  say('throughput: starting the servers');
  const api = await directory.api();
  const get = directory.reader(api);
  const words = await vocabularyOf(get);
  const doctors = questionPaths('doctors', words);
  const requests = keyed(doctors, directory.key);
  const size = await averageSize(get, doctors);
  const random = new RandomQueries(seeded(2), words);
  const questions: Question[] = Array.from({ length: QUERIES }, () => questionOf(random.doctors(), words));

  const names = parts.has('limit') ? LIMIT_NAMES : [LIMIT];
  const contestants: Contestant[] = await limitContestants(directory, names, size, requests);
  contestants.push(steady(directory, { name: DOCTORS, group: 'ours' }, api, requests));
  if (parts.has('ours'))
    contestants.push(...(await ownContestants(directory, api, words, doctors, questions)));
  let peers: PeersAbout | undefined;
  if (parts.has('peers')) {
    const started = await peerContestants(directory, api, questions, say);
    contestants.push(...started.contestants);
    peers = started.about;
  }
  const slices = await inRounds(
    new Map(contestants.map(({ name, slice }) => [name, slice])),
    rounds,
    Math.random,
    (line) => say(`throughput: ${line}`),
  );
  const measured = contestants.map(({ name, group }) => ({ name, group, slices: slices.get(name)! }));
  const { memory } = api;
  await directory.stopAll();
  return { measured, rounds, doctors: directory.doctors, queries: doctors.length, size, memory, peers };
}

async function averageSize(
  get: (path: string) => Promise<string>,
  paths: readonly string[],
): Promise<number> {
  let bytes = 0;
  for (const path of paths.slice(0, SIZE_SAMPLE)) bytes += Buffer.byteLength(await get(path));
  return Math.round(bytes / SIZE_SAMPLE);
}
