import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@care-atlas/data/connection';
import { KeyRepository } from '@care-atlas/data/keys';
import { makeKey } from '@care-atlas/domain/access';
import { loadSample } from '../src/sample/load-sample.js';
import { MachinePostgres } from './machine-postgres.js';
import { RoleDatabase } from './role-database.js';
import { freePort } from '@care-atlas/local-postgres/free-port';
import { RunningService } from './stage/programs/running-service.js';

const PATHS = [
  '/doctors?limit=100',
  '/clinics?limit=100',
  '/metadata/specialties',
  '/doctors/summary',
  '/specialists?specialty=Cardiology',
];
const key = makeKey('live', randomBytes);

let postgres: MachinePostgres;
let database: RoleDatabase;
let folder: string;
/** The same each time: links in answers name it. */
let port: string;

beforeAll(async () => {
  port = String(await freePort());
  folder = mkdtempSync(join(tmpdir(), 'care-atlas-backup-'));
  postgres = await MachinePostgres.start();
  database = await RoleDatabase.create(postgres.url);
  await loadSample(database.url('sync'), 100, new Date());
  const opened = await openDatabase(database.url('dashboard'));
  await new KeyRepository(opened).create({ kind: 'live', label: 'kept' }, key);
  await opened.close();
});
afterAll(() => {
  postgres.stop();
  rmSync(folder, { recursive: true });
});

/** What the API answers, with the tag that names the dataset version. */
async function answers(): Promise<object[]> {
  const api = await RunningService.start('api', { DATABASE_URL: database.url('serve'), PORT: port });
  const shown: object[] = [];
  for (const path of PATHS) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    shown.push({ path, status: answer.status, tag: answer.headers.get('etag'), body: await answer.text() });
  }
  await api.stop();
  return shown;
}

it('a backup restored on a new server gives the same answers, and accepts the same keys', async () => {
  const before = await answers();
  const file = await database.script(postgres.programs, 'backup.sh', [folder], 'backup');
  // The old server is lost with everything in it. The drill of docs/operate/backup.md follows.
  postgres.stop();
  postgres = await MachinePostgres.start();
  database = await RoleDatabase.empty(postgres.url);
  await database.script(postgres.programs, 'roles.sh');
  await database.script(postgres.programs, 'restore.sh', [file], 'migrate');
  expect(await answers()).toEqual(before);
  expect(before.map((answer) => (answer as { status: number }).status)).toEqual(PATHS.map(() => 200));
});

it('a restored database keeps its grants: imports work, and the audit stays append-only', async () => {
  await loadSample(database.url('sync'), 100, new Date());
  await expect(database.query('delete from audit_event', 'migrate')).rejects.toThrow(
    'The audit is append-only.',
  );
  const stolen = `insert into api_key (hash, kind, tier, prefix, label)
    values (sha256('x'), 'admin', 'admin', '', '')`;
  await expect(database.query(stolen, 'serve')).rejects.toThrow('may not add a key of kind admin');
});

it('a restore rejects a database that is not empty', async () => {
  const file = await database.script(postgres.programs, 'backup.sh', [folder], 'backup');
  const again = database.script(postgres.programs, 'restore.sh', [file], 'migrate');
  await expect(again).rejects.toThrow(/tables already: restore into an empty one/);
});

it('roles.sh sets the passwords and logs none of them', async () => {
  const logged = postgres.log().length;
  const said = await database.script(postgres.programs, 'roles.sh');
  expect(said).toContain('The roles are there');
  expect(await database.query('select 1 as one', 'serve')).toEqual([{ one: 1 }]);
  expect(postgres.log().slice(logged)).not.toContain(database.password);
});
