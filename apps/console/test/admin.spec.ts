import { AdministratorRepository, verifyPassword } from '@care-atlas/data/administration';
import { useConsole } from './test-console.js';

const NOW = new Date('2026-11-20T15:00:00Z');

const testConsole = useConsole('admin', () => NOW);
const run = (line: string) => testConsole.run(line.split(' '));

const passwordIn = (output: string) => /: ([0-9a-z-]{20,})$/m.exec(output)?.[1] ?? '';
const stored = async (name: string) =>
  (await new AdministratorRepository(testConsole.database).byName(name))!;

it('creates an administrator with a one-time password for seven days', async () => {
  const { code, output, errors } = await run('create Ada');
  expect({ code, errors }).toEqual({ code: 0, errors: '' });
  const { name, passwordHash, passwordExpiresAt } = await stored('ada');
  expect(name).toBe('Ada');
  expect(await verifyPassword(passwordHash, passwordIn(output))).toBe(true);
  expect(passwordExpiresAt).toEqual(new Date('2026-11-27T15:00:00Z'));
});

it('rejects a name that exists, ignoring case', async () => {
  await run('create grace');
  expect(await run('create GRACE')).toEqual({
    code: 1,
    output: '',
    errors:
      'Somebody named GRACE already exists: to issue a new password, run `npm run admin -- reset GRACE`.\n',
  });
});

it('issues a new one-time password and enables a disabled administrator', async () => {
  const before = passwordIn((await run('create edith')).output);
  expect((await run('disable edith')).output).toBe('edith can no longer sign in.\n');
  expect((await stored('edith')).disabledAt).toEqual(NOW);
  const { output } = await run('reset edith');
  const { passwordHash, disabledAt } = await stored('edith');
  expect(disabledAt).toBeNull();
  expect(await verifyPassword(passwordHash, passwordIn(output))).toBe(true);
  expect(await verifyPassword(passwordHash, before)).toBe(false);
});

it.each(['reset nobody', 'disable nobody', 'role nobody viewer'])(
  'rejects an unknown name: %s',
  async (line) => {
    const { code, errors } = await run(line);
    expect([code, errors]).toEqual([1, expect.stringContaining('There is nobody named nobody')]);
  },
);

it('rejects a name with invalid characters', async () => {
  expect((await run('create <b>')).code).toBe(2);
});

it('lists administrators by name', async () => {
  await run('create Zoe');
  const { output } = await run('list');
  expect(output).toContain('one-time password until 2026-11-27');
  expect(output.trim().split('\n').at(-1)).toMatch(/^Zoe +administrator /);
});

it('invites people with a role, and changes it', async () => {
  expect((await run('create mary --role viewer')).code).toBe(0);
  expect((await stored('mary')).role).toBe('viewer');
  expect((await run('role mary operator')).output).toBe('mary is now operator.\n');
  expect((await stored('mary')).role).toBe('operator');
  expect((await run('role mary owner')).code).toBe(2);
});

it('records its changes, without the password', async () => {
  const { output } = await run('create recorded');
  const { rows } = await testConsole.database.pool.query<{ text: string }>(
    'select audit_event::text as text from audit_event',
  );
  const text = rows.map((row) => row.text).join('\n');
  expect(text).toMatch(/shell:tester,administrator-created,recorded/);
  expect(text).not.toContain(passwordIn(output));
});
