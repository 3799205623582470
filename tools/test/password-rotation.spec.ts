import { randomBytes } from 'node:crypto';
import { KeyRepository } from '@care-atlas/data/keys';
import { openDatabase } from '@care-atlas/data/connection';
import { makeKey } from '@care-atlas/domain/access';
import { RunningService } from './stage/programs/running-service.js';
import { MachinePostgres } from './machine-postgres.js';
import { RoleDatabase } from './role-database.js';

const SECOND_ROLE = 'care_atlas_serve_b';
const password = randomBytes(16).toString('hex');
const key = makeKey('live', randomBytes);
// Roles belong to a whole server.
let server: MachinePostgres;
let database: RoleDatabase;
/** The URL of the second login role. */
let secondUrl: string;

beforeAll(async () => {
  server = await MachinePostgres.start();
  database = await RoleDatabase.create(server.url);
  const opened = await openDatabase(database.url('dashboard'));
  await new KeyRepository(opened).create({ kind: 'live', label: 'kept' }, key);
  await opened.close();
  // As docs/operate/install.md says.
  await database.query(`create role ${SECOND_ROLE} login in role care_atlas_serve`);
  await database.query(`alter role ${SECOND_ROLE} set role = care_atlas_serve`);
  const url = new URL(database.url('serve'));
  secondUrl = Object.assign(url, { username: SECOND_ROLE, password }).href;
});
afterAll(() => server.stop());

async function statuses(service: RunningService, count: number): Promise<Set<number>> {
  const headers = { authorization: `Bearer ${key}` };
  const answers = await Promise.all(
    Array.from({ length: count }, () => fetch(`${service.url}/api/v1/doctors`, { headers })),
  );
  return new Set(answers.map(({ status }) => status));
}

it('a password is rotated without a failed request, by two login roles that take turns', async () => {
  const before = await RunningService.start('api', { DATABASE_URL: database.url('serve') });
  try {
    expect(await statuses(before, 20)).toEqual(new Set([200]));
    await database.query(`alter role ${SECOND_ROLE} password '${password}'`);
    const after = await RunningService.start('api', { DATABASE_URL: secondUrl });
    try {
      // Both serve until the first is replaced.
      expect(await statuses(before, 20)).toEqual(new Set([200]));
      await before.stop();
      await database.query('alter role care_atlas_serve password null');
      expect(await statuses(after, 20)).toEqual(new Set([200]));
      // New connections do not need the first role's password.
      await database.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${SECOND_ROLE}'`,
      );
      const again = await statuses(after, 20);
      expect([...again].every((status) => [200, 503].includes(status))).toBe(true);
      expect(await statuses(after, 20)).toEqual(new Set([200]));
    } finally {
      await after.stop();
    }
  } finally {
    await before.end();
  }
});
