import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import { BenchDirectory } from '../bench-directory.js';
import { keyed } from '../requests/http-request.js';
import { digits, paragraph, table } from '../figures/markdown.js';
import { requestPaths, vocabularyOf } from '../requests/request-paths.js';
import { inRounds } from '../rounds.js';
import type { BenchRun, Section, SectionReport } from '../section.js';
import { median } from '../figures/statistics.js';

const ANSWERS = 400;
const CONCURRENT = 32;

type Compress = (answer: Buffer) => Buffer | Promise<Buffer>;
const brotli = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 } };
const zstd = { params: { [zlib.constants.ZSTD_c_compressionLevel]: 1 } };
const ALGORITHMS: Readonly<Record<string, Compress>> = {
  'gzip, level 1': (answer) => zlib.gzipSync(answer, { level: 1 }),
  'brotli, quality 1': (answer) => zlib.brotliCompressSync(answer, brotli),
  'zstd, level 1': (answer) => zlib.zstdCompressSync(answer, zstd),
  'gzip, level 1, other threads': (answer) => promisify(zlib.gzip)(answer, { level: 1 }),
  'brotli, quality 1, other threads': (answer) => promisify(zlib.brotliCompress)(answer, brotli),
  'zstd, level 1, other threads': (answer) => promisify(zlib.zstdCompress)(answer, zstd),
};

/** The cost of an answer: microseconds of processor time, and bytes. */
interface Cost {
  readonly cpu: number;
  readonly bytes: number;
}

export const COMPRESSION: Section = {
  name: 'compression',
  title: 'Compression of answers',
  summary: 'the cost of compressing answers, beside that of making them',
  document: 'reads',
  run: (run) => BenchDirectory.open(run, run.sizes[0], (directory) => measure(directory, run)),
};

async function measure(directory: BenchDirectory, run: BenchRun): Promise<SectionReport> {
  const api = await directory.api();
  const get = directory.reader(api);
  const paths = requestPaths('GET /doctors', await vocabularyOf(directory.url()));
  const answers: Buffer[] = [];
  for (const path of paths.slice(0, ANSWERS)) answers.push(Buffer.from(await get(path)));
  const service: () => Promise<Cost> = directory.target(api, keyed(paths, directory.key));
  const targets = new Map([['the API, uncompressed', service]]);
  for (const [name, compress] of Object.entries(ALGORITHMS))
    targets.set(name, () => costOf(compress, answers));
  const rows = Array.from(await inRounds(targets, run), ([name, costs]) => [
    name,
    digits(median(costs.map(({ cpu }) => cpu))),
    digits(median(costs.map(({ bytes }) => bytes))),
  ]);
  return {
    blocks: [
      paragraph(`GET /doctors over ${directory.doctors} doctors: the API under load, and each algorithm on ${ANSWERS} of
        its answers.`),
      table(['what', 'CPU, µs per answer', 'bytes'], rows),
    ],
  };
}

async function costOf(compress: Compress, answers: readonly Buffer[]): Promise<Cost> {
  let bytes = 0;
  const before = process.cpuUsage();
  for (let at = 0; at < answers.length; at += CONCURRENT) {
    const batch = answers.slice(at, at + CONCURRENT).map(async (answer) => compress(answer));
    for (const { length } of await Promise.all(batch)) bytes += length;
  }
  const { user, system } = process.cpuUsage(before);
  return { cpu: (user + system) / answers.length, bytes: bytes / answers.length };
}
