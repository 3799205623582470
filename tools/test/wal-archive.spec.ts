import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { migrate, openDatabase } from '@care-atlas/data/connection';
import { KeyRepository } from '@care-atlas/data/keys';
import { makeKey } from '@care-atlas/domain/access';
import { Client } from 'pg';
import { PROJECT } from '../src/project.js';
import { loadSample } from '../src/sample/load-sample.js';
import { MachinePostgres } from './machine-postgres.js';
import { RunningService } from './stage/programs/running-service.js';
import { until } from './stage/until.js';

let folder: string;
let archive: string;
let script: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'care-atlas-wal-'));
  archive = join(folder, 'archive');
  mkdirSync(archive);
  // The account of the server cannot read the project.
  script = join(folder, 'archive-wal.sh');
  copyFileSync(join(PROJECT, 'docker/postgres/archive-wal.sh'), script);
  for (const path of [folder, archive, script]) MachinePostgres.give(path);
});
afterAll(() => rmSync(folder, { recursive: true }));

async function query<Row>(server: MachinePostgres, text: string): Promise<Row[]> {
  const client = new Client(server.url);
  await client.connect();
  try {
    return (await client.query(text)).rows as Row[];
  } finally {
    await client.end();
  }
}

async function addKey(server: MachinePostgres, label: string): Promise<string> {
  const key = makeKey('live', randomBytes);
  const database = await openDatabase(server.url);
  await new KeyRepository(database).create({ kind: 'live', label }, key);
  await database.close();
  return key;
}

async function countDoctors(server: MachinePostgres): Promise<number> {
  return (await query<{ count: number }>(server, 'select count(*)::int as count from doctor'))[0]!.count;
}

it('a copy and the archive restore the moment before a mistake', async () => {
  const server = await MachinePostgres.start();
  server.restart(
    `archive_mode = on\narchive_timeout = 300\narchive_command = 'sh ${script} ${archive} "%p" "%f"'`,
  );
  await migrate(server.url);
  await loadSample(server.url, 50, new Date(), () => undefined);
  const copy = await server.copy();
  const doctors = await countDoctors(server);
  const key = await addKey(server, 'after the copy');
  const [{ time } = { time: '' }] = await query<{ time: string }>(
    server,
    'select clock_timestamp()::text as time',
  );
  await sleep(100);
  await query(server, 'truncate doctor cascade');
  const [{ file } = { file: '' }] = await query<{ file: string }>(
    server,
    'select pg_walfile_name(pg_switch_wal()) as file',
  );
  await until('the log was archived', () => Promise.resolve(readdirSync(archive).includes(file)));
  server.stop();

  copy.recover(
    `restore_command = 'cp ${archive}/%f %p'\nrecovery_target_time = '${time}'\nrecovery_target_action = 'promote'\n`,
  );
  try {
    await until('the server accepted writes', async () => {
      const [row] = await query<{ recovering: boolean }>(copy, 'select pg_is_in_recovery() as recovering');
      return !row!.recovering;
    });
    expect(await countDoctors(copy)).toBe(doctors);
    const api = await RunningService.start('api', { DATABASE_URL: copy.url });
    const { status } = await fetch(`${api.url}/api/v1/doctors?limit=1`, {
      headers: { authorization: `Bearer ${key}` },
    });
    await api.stop();
    expect(status).toBe(200);
  } finally {
    copy.stop();
  }
});

it('an archived file is never overwritten by another, and archiving it again succeeds', () => {
  const log = join(folder, 'segment');
  const archiveFile = () =>
    execFileSync('sh', [script, archive, log, '0000000100000000000000AA'], { stdio: 'pipe' });
  writeFileSync(log, 'one');
  archiveFile();
  archiveFile();
  writeFileSync(log, 'two');
  expect(archiveFile).toThrow('exists already, with other content');
  expect(readFileSync(join(archive, '0000000100000000000000AA'), 'utf8')).toBe('one');
});
