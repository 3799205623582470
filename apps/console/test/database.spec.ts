import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { useConsole } from './test-console.js';

const testConsole = useConsole('database');
const run = (...words: string[]) => testConsole.run(words);

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'care-atlas-'));
});
afterAll(() => rm(folder, { recursive: true }));

it('migrates the tables, and can be repeated', async () => {
  const success = { code: 0, output: 'The tables are up to date.\n', errors: '' };
  expect(await run('migrate')).toEqual(success);
  expect(await run('migrate')).toEqual(success);
});

it('runs the file with the privileges', async () => {
  const file = join(folder, 'grants.sql');
  await writeFile(file, 'begin; grant select on doctor to public; commit;');
  expect((await run('migrate', '--grants', file)).output).toBe(
    'The tables are up to date, and the grants file is applied.\n',
  );
  const { rows } = await testConsole.database.pool.query(
    `select from information_schema.role_table_grants where grantee = 'PUBLIC' and table_name = 'doctor'`,
  );
  expect(rows).toHaveLength(1);
});

it('says what to do about a role that does not exist', async () => {
  const file = join(folder, 'roles.sql');
  await writeFile(file, 'begin; grant select on doctor to care_atlas_nobody; commit;');
  const { code, errors } = await run('migrate', '--grants', file);
  expect({ code, errors }).toEqual({
    code: 1,
    errors:
      'The tables are up to date, but nothing is granted (role "care_atlas_nobody" does not exist): create the roles with ' +
      'docker/postgres/roles.sh first. The own database of npm start has no roles, and needs no --grants.\n',
  });
});

it('reports a file that it cannot read', async () => {
  const { code, errors } = await run('migrate', '--grants', join(folder, 'nothing.sql'));
  expect({ code, errors }).toEqual({ code: 1, errors: expect.stringContaining('ENOENT') });
});
