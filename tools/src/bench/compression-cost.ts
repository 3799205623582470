import { promisify } from 'node:util';
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  gzip,
  gzipSync,
  zstdCompress,
  zstdCompressSync,
} from 'node:zlib';
import { BenchDirectory } from './bench-directory.js';
import { keyed } from './http-request.js';
import { Load, requireWrk } from './load.js';
import { questionPaths, vocabularyOf } from './question-paths.js';
import { inRounds } from './rounds.js';
import { median } from './statistics.js';

// What it would cost the API to compress its answers, beside what it takes to make them: processor time per answer
// of GET /doctors, the service under load and each algorithm on its answers, in turns.
const DOCTORS = 25_000;
const ROUNDS = 9;
const SLICE_SECONDS = 2;
const ANSWERS = 400;
const AT_ONCE = 32;

const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
const zstd = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
type Compress = (answer: Buffer) => Buffer | Promise<Buffer>;
const ALGORITHMS: Readonly<Record<string, Compress>> = {
  'gzip, level 1': (answer) => gzipSync(answer, { level: 1 }),
  'brotli, quality 1': (answer) => brotliCompressSync(answer, brotli),
  'zstd, level 1': (answer) => zstdCompressSync(answer, zstd),
  'gzip, level 1, other threads': (answer) => promisify(gzip)(answer, { level: 1 }),
  'brotli, quality 1, other threads': (answer) => promisify(brotliCompress)(answer, brotli),
  'zstd, level 1, other threads': (answer) => promisify(zstdCompress)(answer, zstd),
};

/** What an answer takes: microseconds of processor time, and bytes. */
interface Cost {
  readonly cpu: number;
  readonly bytes: number;
}

async function costOf(compress: Compress, answers: readonly Buffer[]): Promise<Cost> {
  let bytes = 0;
  const before = process.cpuUsage();
  for (let at = 0; at < answers.length; at += AT_ONCE) {
    const made = await Promise.all(answers.slice(at, at + AT_ONCE).map(async (answer) => compress(answer)));
    for (const { length } of made) bytes += length;
  }
  const { user, system } = process.cpuUsage(before);
  return { cpu: (user + system) / answers.length, bytes: bytes / answers.length };
}

requireWrk();
await BenchDirectory.open(DOCTORS, async (directory) => {
  const api = await directory.api();
  const get = directory.reader(api);
  const paths = questionPaths('doctors', await vocabularyOf(get));
  const answers: Buffer[] = [];
  for (const path of paths.slice(0, ANSWERS)) answers.push(Buffer.from(await get(path)));
  const load = new Load(directory.folder, keyed(paths, directory.key));
  const service = (): Promise<Cost> => load.run([api], { seconds: SLICE_SECONDS });
  const algorithms = Object.entries(ALGORITHMS).map(
    ([name, compress]) => [name, () => costOf(compress, answers)] as const,
  );
  const contestants = new Map([['the service, uncompressed', service] as const, ...algorithms]);
  for (const [name, costs] of await inRounds(contestants, ROUNDS, Math.random, console.error)) {
    const cpu = median(costs.map((cost) => cost.cpu)).toFixed(0);
    console.log(`${name}: ${cpu} µs, ${median(costs.map(({ bytes }) => bytes)).toFixed(0)} bytes`);
  }
});
