import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
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
import { migrate, openDatabase } from '@care-atlas/data/database';
import { KeyRepository } from '@care-atlas/data/key.repository';
import { makeKey } from '@care-atlas/domain/key';
import { startLocalPostgres } from '@care-atlas/local-postgres/local-postgres';
import { loadSample } from '../sample-load.js';
import { Load, requireWrk } from './load.js';
import { MeasuredProcess } from './measured-process.js';
import { queryPaths } from './query-paths.js';
import { median } from './report.js';

// What it would cost the API to compress its answers, beside what it takes to make them: processor time per answer
// of GET /doctors, the service under load and each algorithm on its answers, in turns.
const API = resolve(import.meta.dirname, '../../../apps/api/dist/main.js');
const DOCTORS = 25_000;
const PORT = 3178;
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

/** Microseconds of processor time and bytes, per answer. */
async function cost(compress: Compress, answers: readonly Buffer[]): Promise<{ cpu: number; bytes: number }> {
  let bytes = 0;
  const before = process.cpuUsage();
  for (let at = 0; at < answers.length; at += AT_ONCE) {
    const made = await Promise.all(answers.slice(at, at + AT_ONCE).map(compress));
    for (const { length } of made) bytes += length;
  }
  const { user, system } = process.cpuUsage(before);
  return { cpu: (user + system) / answers.length, bytes: bytes / answers.length };
}

async function measure(databaseUrl: string, key: string, folder: string): Promise<void> {
  const env = { DATABASE_URL: databaseUrl, RATE_LIMIT_LIVE: '1000000000' };
  const api = await MeasuredProcess.start(API, [], PORT, env);
  try {
    const get = async (path: string) => {
      const headers = { authorization: `Bearer ${key}` };
      return (await fetch(`http://127.0.0.1:${PORT}${path}`, { headers })).text();
    };
    const paths = await queryPaths(get);
    const answers: Buffer[] = [];
    for (const path of paths.slice(0, ANSWERS)) answers.push(Buffer.from(await get(path)));
    const load = new Load(folder, paths, key);
    const names = Object.keys(ALGORITHMS);
    const service: number[] = [];
    const costs = names.map(() => [] as { cpu: number; bytes: number }[]);
    for (let round = -1; round < ROUNDS; round++) {
      const { cpu } = load.run(api, SLICE_SECONDS, 'random');
      for (const [i, name] of names.entries()) {
        const one = await cost(ALGORITHMS[name]!, answers);
        if (round >= 0) costs[i]!.push(one);
      }
      // The first round warms up.
      if (round >= 0) service.push(cpu);
    }
    const size = answers.reduce((sum, { length }) => sum + length, 0) / answers.length;
    const whole = median(service);
    console.log(`answer as it is: ${size.toFixed(0)} bytes, ${whole.toFixed(0)} µs of the service`);
    names.forEach((name, i) => {
      const cpu = median(costs[i]!.map((one) => one.cpu));
      const { bytes } = costs[i]![0]!;
      console.log(
        `${name}: ${bytes.toFixed(0)} bytes, ${cpu.toFixed(0)} µs more, ${((cpu / whole) * 100).toFixed(0)} %`,
      );
    });
  } finally {
    await api.stop();
  }
}

requireWrk();
const folder = mkdtempSync(join(tmpdir(), 'care-atlas-compression-'));
const postgres = await startLocalPostgres({ directory: join(folder, 'postgres') });
try {
  await migrate(postgres.url());
  await loadSample(postgres.url(), DOCTORS, new Date(), () => undefined);
  const database = await openDatabase(postgres.url());
  const key = makeKey('live', randomBytes);
  await new KeyRepository(database).create({ kind: 'live', label: 'benchmark' }, key);
  await database.close();
  await measure(postgres.url(), key, folder);
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
