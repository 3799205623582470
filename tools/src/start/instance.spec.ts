import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { VARIABLES } from '@care-atlas/server/configuration';
import { commandEnvironment, instanceOf, readInstance, writeInstance } from './instance.js';

const directory = mkdtempSync(join(tmpdir(), 'care-atlas-instance-'));
afterAll(() => rmSync(directory, { recursive: true }));

const MARK = 'Xq7Marker';
/** A value for each variable that holds a secret, with a mark in it where its form allows one. */
const SECRETS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries(VARIABLES)
      .filter(([, { secret }]) => secret)
      .map(([name]) => [name, `${MARK}-${name}-of-at-least-32-characters`]),
  ),
  DATABASE_URL: `postgres://user:${MARK}@db.example:5433/atlas?password=${MARK}`,
  DIRECTORY_DATABASE_URL: `postgres://user:${MARK}@standby.example/atlas`,
  EXPORT_BUCKET_URL: `https://s3.example/${MARK}`,
  REDIS_URL: `redis://user:${MARK}@redis.example`,
  ALERT_WEBHOOK_URL: `https://hooks.example/${MARK}`,
  SANDBOX_KEY: VARIABLES.SANDBOX_KEY.fallback,
  STRIPE_SECRET_KEY: `sk_test_${MARK}`,
  STRIPE_WEBHOOK_SECRET: `whsec_${MARK}`,
};

it('has no secret, and only its owner can read it', async () => {
  await writeInstance(directory, instanceOf({ ...SECRETS, FRESH_DAYS: '31' }));
  const [file, ...others] = readdirSync(directory);
  expect([file, others]).toEqual(['instance.json', []]);
  const path = join(directory, file!);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const text = readFileSync(path, 'utf8');
  expect(text).not.toContain(MARK);
  for (const value of Object.values(SECRETS)) expect(text).not.toContain(value);
  expect(await readInstance(directory)).toMatchObject({
    settings: { FRESH_DAYS: '31' },
    secrets: expect.arrayContaining(Object.keys(SECRETS)),
    database: 'db.example:5433/atlas',
  });
});

it('is absent before the first start, when commands use the folders of the start to come', async () => {
  expect(await readInstance(join(directory, 'none'))).toBeUndefined();
  const env = { DATA_DIR: '/data' };
  expect(commandEnvironment(undefined, env, '', true)).toMatchObject({
    DATA_DIR: '/data',
    EXPORT_DIR: '/data/exports',
    IMPORT_SPOOL_DIR: '/data/imports',
  });
  expect(commandEnvironment(undefined, env, 'postgres://a@b/c', true)).toEqual(env);
});

describe('a command', () => {
  const ofEmbedded = instanceOf({ DATA_DIR: '/data', FRESH_DAYS: '31', EXPORT_DIR: '/exports' });
  const ofOwn = instanceOf({ DATA_DIR: '/data', DATABASE_URL: 'postgres://a:b@db.example/atlas' });

  it('gets what its own environment does not say', () => {
    expect(
      commandEnvironment(ofEmbedded, { PATH: '/bin', FRESH_DAYS: '', LOG_LEVEL: 'warn' }, '', true),
    ).toEqual({
      PATH: '/bin',
      LOG_LEVEL: 'warn',
      ...ofEmbedded.settings,
    });
  });

  it('is refused with another folder than the services have', () => {
    const run = (folder: string) => commandEnvironment(ofEmbedded, { EXPORT_DIR: folder }, '', true);
    expect(run('/exports/')).toMatchObject({ EXPORT_DIR: '/exports' });
    expect(() => run('/other')).toThrow(
      'EXPORT_DIR is /other here, but the instance in DATA_DIR has /exports: unset it, or start the instance with it.',
    );
  });

  it('is refused on the embedded database where the services use another', () => {
    expect(() => commandEnvironment(ofOwn, {}, '', true)).toThrow(
      'The instance in DATA_DIR uses the database db.example:5432/atlas: set DATABASE_URL for this command too.',
    );
  });

  it('on another database than the services has its own environment only', () => {
    const env = { PATH: '/bin' };
    expect(commandEnvironment(ofEmbedded, env, 'postgres://a:b@db.example/atlas', true)).toEqual(env);
    expect(commandEnvironment(ofOwn, env, 'postgres://a:b@db.example/other', true)).toEqual(env);
    expect(commandEnvironment(ofOwn, env, 'postgres://c:d@db.example:5432/atlas', true)).toMatchObject({
      EXPORT_DIR: '/data/exports',
    });
  });

  it.each([
    ['localhost', 'postgres://a:b@localhost/atlas'],
    ['its IPv4 address', 'postgres://127.0.0.1:5432/atlas'],
    ['its IPv6 address', 'postgres://a@[::1]/atlas'],
    ['certificates', 'postgres://localhost/atlas?sslmode=require&sslrootcert=/none.pem'],
    ['no host', 'postgres:///atlas'],
  ])('on the same server of this machine has its environment, with %s', (_name, url) => {
    for (const other of ['postgres://a:b@localhost/atlas', 'postgres://c@127.0.0.1/atlas']) {
      const instance = instanceOf({ DATA_DIR: '/data', DATABASE_URL: other });
      expect(commandEnvironment(instance, {}, url, true)).toMatchObject({ EXPORT_DIR: '/data/exports' });
    }
  });

  it('on a socket has the environment of the instance on that socket only', () => {
    const socket = 'postgres:///atlas?host=/run/one';
    const instance = instanceOf({ DATA_DIR: '/data', DATABASE_URL: socket });
    for (const same of [socket, 'postgres://a:b@/atlas?host=/run/one', 'postgres://a@%2Frun%2Fone/atlas'])
      expect(commandEnvironment(instance, {}, same, true)).toMatchObject({ EXPORT_DIR: '/data/exports' });
    for (const other of [
      'postgres:///atlas?host=/run/two',
      'postgres:///atlas',
      'postgres://localhost/atlas',
    ])
      expect(commandEnvironment(instance, {}, other, true)).toEqual({});
    expect(() => commandEnvironment(instance, {}, '', true)).toThrow('the database /run/one:5432/atlas: set');
  });

  it('that publishes is refused without the key of the bucket that the services use', () => {
    const bucket = {
      EXPORT_BUCKET_URL: 'https://s3.example/exports',
      EXPORT_BUCKET_KEY_ID: 'id',
      EXPORT_BUCKET_SECRET: MARK,
    };
    const instance = instanceOf(bucket);
    const { EXPORT_BUCKET_SECRET: _secret, ...some } = bucket;
    expect(() => commandEnvironment(instance, some, '', true)).toThrow(
      'The instance in DATA_DIR keeps its exports in a bucket: set EXPORT_BUCKET_SECRET for this command too.',
    );
    expect(commandEnvironment(instance, bucket, '', true)).toMatchObject({ ...bucket, EXPORT_DIR: '' });
    expect(commandEnvironment(instance, some, '', false)).toMatchObject(some);
  });
});
