import { useConsole } from './test-console.js';

const keys = useConsole('keys');
const admin = useConsole('admin');

/** Runs a command. Returns its exit code, and what the audit has since: actor, action and subject. */
async function recorded(testConsole: typeof keys, words: string, input?: string): Promise<unknown[]> {
  const { pool } = testConsole.database;
  const { rows } = await pool.query<{ last: string }>('select coalesce(max(id), 0) as last from audit_event');
  const { code } = await testConsole.run(words.split(' '), input);
  const events = await pool.query<{ actor: string; action: string; subject: string }>(
    'select actor, action, subject from audit_event where id > $1 order by id',
    [rows[0]!.last],
  );
  return [code, ...events.rows.map(({ actor, action, subject }) => `${actor} ${action} ${subject}`)];
}

const SECRET = 'dGhlIHNlY3JldCBvZiBhIGdhdGV3YXksIGxvbmcgZW5vdWdo';

test('each command for keys is one event, and one that fails is none', async () => {
  expect(await recorded(keys, 'create --kind admin')).toEqual([
    0,
    expect.stringMatching(/^shell:tester key-created care_admin_/),
  ]);
  const { rows } = await keys.database.pool.query<{ id: string }>('select id from api_key');
  expect(await recorded(keys, `revoke ${rows[0]!.id}`)).toEqual([
    0,
    expect.stringMatching(/^shell:tester key-revoked care_admin_/),
  ]);
  expect(await recorded(keys, `revoke ${rows[0]!.id}`)).toEqual([0]);
  expect(await recorded(keys, 'revoke 0000')).toEqual([1]);
  const register = 'import --kind gateway';
  expect(await recorded(keys, register, SECRET)).toEqual([
    0,
    expect.stringMatching(/^shell:tester gateway-secret-registered gateway-/),
  ]);
  expect(await recorded(keys, register, SECRET)).toEqual([1]);
});

test('each command for administrators is one event, and one that fails is none', async () => {
  expect(await recorded(admin, 'create ada')).toEqual([0, 'shell:tester administrator-created ada']);
  expect(await recorded(admin, 'create ada')).toEqual([1]);
  expect(await recorded(admin, 'reset ada')).toEqual([0, 'shell:tester administrator-reset ada']);
  expect(await recorded(admin, 'disable ada')).toEqual([0, 'shell:tester administrator-disabled ada']);
  expect(await recorded(admin, 'disable grace')).toEqual([1]);
});
