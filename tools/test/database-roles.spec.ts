import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  AdministratorRepository,
  AdminSessionRepository,
  AuditRepository,
  createAdministrator,
  disableAdministrator,
  PasskeyRepository,
  resetAdministrator,
  SecondFactorRepository,
  SignInAttemptRepository,
} from '@care-atlas/data/administration';
import {
  AccuracyRepository,
  ChangeFeedRepository,
  ChangeMarkRepository,
  DirectoryHistoryRepository,
  loadReadModel,
  RecordRepository,
} from '@care-atlas/data/directory';
import {
  duplicateClinics,
  finishJob,
  ImportArrivals,
  ImportJobRepository,
  listCorrections,
  listReviews,
  runSync,
} from '@care-atlas/data/sync';
import { type Database, openDatabase } from '@care-atlas/data/connection';
import {
  KeyLeaseRepository,
  KeyLeaseSession,
  KeyRepository,
  KeyUsageRepository,
} from '@care-atlas/data/keys';
import { CORRECTIONS } from '@care-atlas/domain/records';
import { OAuthRepository } from '@care-atlas/data/oauth';
import { PurchaseRepository } from '@care-atlas/data/checkout';
import { type KeyKind, makeKey } from '@care-atlas/domain/access';
import { Directory } from '@care-atlas/domain/directory';
import { PROJECT } from '../src/project.js';
import { loadSample } from '../src/sample/load-sample.js';
import { type Role, RoleDatabase } from './role-database.js';
import { freePort } from '@care-atlas/local-postgres/free-port';
import { RunningService } from './stage/programs/running-service.js';

const NOT_ALLOWED = '42501';

let database: RoleDatabase;
/** The connections of each role. */
const opened = new Map<Role, Database>();

beforeAll(async () => {
  database = await RoleDatabase.create();
  await loadSample(database.url('sync'), 50, new Date());
});
afterAll(async () => {
  for (const each of opened.values()) await each.close();
  await database.drop();
});

async function as(role: Role): Promise<Database> {
  const own = opened.get(role) ?? (await openDatabase(database.url(role), { poolSize: 2 }));
  opened.set(role, own);
  return own;
}

async function newKey(kind: KeyKind = 'live'): Promise<string> {
  const key = makeKey(kind, randomBytes);
  await new KeyRepository(await as('dashboard')).create({ kind, label: 'role test' }, key);
  return key;
}

it('every table is somebody’s: none was forgotten when it was added', async () => {
  const forgotten = await database.query(
    `select tablename from pg_tables where schemaname = 'public' and not exists (
      select from information_schema.role_table_grants
      where table_name = tablename and grantee like 'care\\_atlas\\_%' and grantee not in ('care_atlas_migrate', 'care_atlas_backup'))`,
  );
  expect(forgotten).toEqual([]);
});

it('the API serves, rotates keys and counts their use as care_atlas_serve', async () => {
  const PORT = String(await freePort());
  const base = `http://127.0.0.1:${PORT}/api/v1`;
  const key = await newKey();
  const authorization = `Bearer ${key}`;
  const api = await RunningService.start('api', { DATABASE_URL: database.url('serve'), PORT });
  const statuses: number[] = [];
  const ask = async (path: string, init: RequestInit = {}) => {
    const { status } = await fetch(`${base}${path}`, { ...init, headers: { authorization } });
    statuses.push(status);
  };
  await ask('/doctors?limit=1');
  await ask('/clinics?limit=1');
  await ask('/keys/rotate', { method: 'POST' });
  await ask('/doctors');
  await ask('/');
  await api.stop();
  expect(statuses).toEqual([200, 200, 200, 401, 200]);
  const used = await database.query<{ requests: string }>(
    `select sum(requests) as requests from key_usage join api_key on id = key_id where label = 'role test'`,
  );
  // Three that were served, and the one with the key that the rotation had revoked.
  expect(used).toEqual([{ requests: '4' }]);
});

it('a key is bought, claimed and taken back as care_atlas_serve', async () => {
  const purchases = new PurchaseRepository(await as('serve'));
  const sale = { live: true, amount: 4900, currency: 'cad' } as const;
  const [id, lapsed] = [randomUUID(), randomUUID()];
  await purchases.add({ id, reference: 'bought', ...sale }, 'secret of a browser');
  await purchases.recordOutcome(id, 'paid');
  expect(await purchases.claim(id, 'secret of a browser', makeKey('live', randomBytes))).toBe(true);
  await purchases.recordOutcome(id, 'reversed', 'The payment was reversed.');
  expect(await purchases.findByReference('bought')).toMatchObject({ state: 'reversed' });
  await purchases.add({ id: lapsed, reference: 'lapsed', ...sale }, 'secret of a browser');
  await purchases.recordOutcome(lapsed, 'lapsed');
  await purchases.deleteLapsed(new Date(Date.now() + 60_000));
  expect(await purchases.findByReference('lapsed')).toBeUndefined();
});

it('the connector reads what changed in a list as care_atlas_mcp', async () => {
  const source = await loadReadModel(database.url('mcp'));
  const directory = new Directory(
    () => source,
    () => new Date(),
  );
  const feed = new ChangeFeedRepository(await as('mcp'));
  const asked = { list: 'clinics', query: {}, limit: 10 } as const;
  const { page } = await feed.openingsAnswer(directory, asked);
  const start = { after: page.next };
  expect(await feed.openingsAnswer(directory, { ...asked, start })).toMatchObject({
    page: { changes: [], more: false },
  });
});

it('the connector serves, and keeps the records of its login as care_atlas_mcp', async () => {
  const MCP_PORT = String(await freePort());
  const mcp = await RunningService.start('mcp', { DATABASE_URL: database.url('mcp'), MCP_PORT });
  const { status } = await fetch(`http://127.0.0.1:${MCP_PORT}/`);
  await mcp.stop();
  expect(status).toBe(200);

  const records = new OAuthRepository(await as('mcp'));
  await records.sharedSecret(randomBytes(32));
  expect(await records.addClient('client', { kind: 'Client' }, 60, 10)).toBe(true);
  await records.save('AccessToken', 'token', { kind: 'AccessToken', grantId: 'grant' }, 60);
  await records.consume('AccessToken', 'token');
  expect(await records.find('AccessToken', 'token')).toMatchObject({ consumed: expect.any(Number) });
  await records.removeByGrant('AccessToken', 'grant');
  await records.removeExpired(10);
  expect(await records.find('AccessToken', 'token')).toBeUndefined();
});

it('the dashboard starts and does all that it does as care_atlas_dashboard', async () => {
  const dashboard = await RunningService.start('dashboard', {
    DATABASE_URL: database.url('dashboard'),
    DASHBOARD_PORT: String(await freePort()),
    DASHBOARD_SECRET: randomBytes(32).toString('hex'),
  });
  await dashboard.stop();

  const own = await as('dashboard');
  const now = new Date();
  await createAdministrator(own, 'norah', { now, randomBytes });
  await resetAdministrator(own, 'norah', { now, randomBytes });
  const { id } = (await new AdministratorRepository(own).byName('norah'))!;
  await new SecondFactorRepository(own).replaceRecoveryCodes(id, [randomBytes(32)]);
  await new PasskeyRepository(own).of(id);
  const attempts = new SignInAttemptRepository(own);
  expect(await attempts.begin('norah', { free: 3, longestSeconds: 60 }, now)).toBe(0);
  await attempts.excuse('norah');
  await new AdminSessionRepository(own).endOthers(id);
  await disableAdministrator(own, 'norah', now);
  // The search reads ids too: a name of letters that are no hexadecimal digits is in none of them.
  const { total } = await new AuditRepository(own).search({ text: 'norah' }, { limit: 10, offset: 0 });
  expect(total).toBe(3);

  const keys = new KeyRepository(own);
  const { id: keyId } = await keys.create({ kind: 'gateway', label: '' }, makeKey('gateway', randomBytes));
  expect(await keys.relabel(keyId, 'a gateway')).toBe(true);
  expect(await keys.revoke(keyId)).toBe(true);
  await new KeyUsageRepository(own).topKeys({ from: now, until: now }, 5);
  await new ChangeMarkRepository(own).current();
  const history = new DirectoryHistoryRepository(own);
  expect(await history.clinicPlaces()).not.toEqual([]);
  expect((await history.following(null)).changesSince).not.toBeNull();
});

it('a decision is asked for as care_atlas_dashboard, and carried out as care_atlas_sync', async () => {
  const own = await as('dashboard');
  const [{ id: key }] = (await database.query<{ id: string }>('select id from clinic limit 1')) as [
    { id: string },
  ];
  const target = { kind: 'correct', record: 'clinic', key, given: { phone: '' }, why: 'A call' } as const;
  const job = {
    id: randomUUID(),
    decision: { ...target, until: null },
    uploadedBy: 'ada',
    uploadedAt: new Date(),
  };
  expect(await new ImportJobRepository(own).addDecision(job)).toBe(true);
  const claimed = await new ImportJobRepository(await as('sync')).claim(new Date());
  expect(claimed).toMatchObject({ id: job.id, state: 'importing' });
  const correction = { ...target, fields: { phone: '' }, by: 'ada', until: null };
  await runSync(
    database.url('sync'),
    { source: CORRECTIONS },
    new Date(),
    (writer) => writer.correct(correction),
    {
      beforeCommit: (client, { runId, notice }) =>
        finishJob(client, { id: job.id, losses: 0 }, { at: new Date(), runId, notice }),
    },
  );
  expect(await new ImportJobRepository(own).decisionById(job.id)).toMatchObject({ state: 'done' });
  expect(await listCorrections(own, new Date())).toMatchObject([{ key, why: 'A call', madeBy: 'ada' }]);
  expect((await new RecordRepository(own).get('clinic', key))?.corrections).toHaveLength(1);
  expect(await duplicateClinics(own)).toEqual(expect.any(Array));
  const { reviews, total } = await listReviews(own, { hidden: false, limit: 1, offset: 0 });
  expect([reviews.length, total > 1]).toEqual([1, true]);
});

it('a file arrives as care_atlas_dashboard, and its id can be given up', async () => {
  const arrivals = new ImportArrivals(await as('dashboard'));
  const job = {
    id: randomUUID(),
    source: 'clinics',
    fileName: 'a.csv',
    settings: { complete: false },
    uploadedBy: 'ada',
  } as const;
  const given = (await arrivals.claim(job, new Date(0)))!;
  expect(await arrivals.release(given, () => Promise.resolve())).toBe(true);
  const arrival = (await arrivals.claim(job, new Date()))!;
  expect(await arrivals.withAbandoned(job.id, new Date(), () => Promise.resolve())).toBe(false);
  expect(await arrivals.complete(arrival, { bytes: 1, fileHash: 'a' }, new Date())).toBe(true);
});

it('rejected rows are mended as care_atlas_dashboard', async () => {
  const jobs = new ImportJobRepository(await as('dashboard'));
  const by = { uploadedBy: 'ada', uploadedAt: new Date() };
  const file = {
    source: 'clinics',
    fileName: 'a.csv',
    bytes: 0,
    fileHash: '',
    settings: { complete: false },
  } as const;
  const draft = { id: randomUUID(), ...file, mendsRun: randomUUID(), mendsImport: null, ...by };
  const own = await as('dashboard');
  const begun = await own.transaction((scope) => new ImportJobRepository(scope).addDraft(draft));
  expect(begun).toEqual({ id: draft.id, isNew: true });
  await own.transaction(async (scope) => {
    const repository = new ImportJobRepository(scope);
    expect(await repository.lockDraft(draft.id)).toMatchObject({ state: 'draft' });
    await repository.submitDraft(draft.id, { bytes: 1, fileHash: 'a', ...by });
  });
  expect(await jobs.byId(draft.id)).toMatchObject({ state: 'waiting', mendsRun: draft.mendsRun });
});

it('a key is remembered and withdrawn with the rights of the services', async () => {
  const lease = new KeyLeaseRepository((await as('dashboard')).manager);
  await lease.enable(true, { actor: 'role test' });
  const own = await as('dashboard');
  for (const role of ['serve', 'mcp'] as const) {
    const session = await KeyLeaseSession.open(await as(role), () => undefined);
    const id = await session.enlist();
    expect(await session.renew(id, { wanted: [] })).toMatchObject({ enabled: true, listed: true });
    await session.removeAbandoned();
    await session.leave(id);
    await new KeyLeaseRepository((await as(role)).manager).strike(id, 0);
    session.close();
  }
  // One that has nothing to forget.
  await database.query(`insert into key_instance (id, acked_epoch) values (gen_random_uuid(), 1000000)`);
  const live = { kind: 'live', label: '' } as const;
  const [first, second] = [
    await new KeyRepository(own).create(live, makeKey('live', randomBytes)),
    makeKey('live', randomBytes),
  ];
  const rotated = await new KeyRepository(await as('serve')).rotate(first.id, second);
  expect(await new KeyRepository(own).revoke(rotated!.id)).toBe(true);
  await database.query('delete from key_instance');
  await lease.enable(false, { actor: 'role test' });
});

it('the operator’s commands work as care_atlas_dashboard', async () => {
  expect(await database.command('dashboard', 'console', 'keys', 'create', '--kind', 'admin')).toContain(
    'care_admin_',
  );
  expect(await database.command('dashboard', 'console', 'admin', 'create', 'grace')).toContain(
    'One-time password',
  );
});

it.each(['clinics', 'register', 'specialists', 'reviews', 'availability'])(
  'an import of %s runs as care_atlas_sync',
  async (source) => {
    const summary = await database.command(
      'sync',
      'sync',
      '--json',
      source,
      join(PROJECT, `apps/sync/examples/${source}.csv`),
      '--replace-sample',
    );
    expect(JSON.parse(summary)).toMatchObject({ rejected: 0, version: expect.stringMatching(/^\d+-/) });
  },
);

it('a sample is drawn and measured as care_atlas_sync, and served as care_atlas_serve and care_atlas_dashboard', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'care-atlas-audit-'));
  try {
    const draw = ['draw', '--size', '2', '--seed', 'roles', '--folder', folder];
    const drawn = await database.command('sync', 'sync', '--json', 'audit', ...draw);
    const { callList, protocolHash } = JSON.parse(drawn) as { callList: string; protocolHash: string };
    writeFileSync(callList, readFileSync(callList, 'utf8').replaceAll(/(?<=,)(?=,|\r)/g, 'unreachable'));
    await database.command('sync', 'sync', 'audit', 'import', callList);
    const { accuracy } = await loadReadModel(database.url('serve'));
    expect(accuracy).toMatchObject({ protocolHash });
    expect(await new AccuracyRepository(await as('dashboard')).byEvidence(protocolHash)).not.toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('the history of imports is pruned as care_atlas_sync', async () => {
  const pruned = await database.command('sync', 'sync', '--json', 'prune', '--before', '2001-01-01', '--yes');
  expect(JSON.parse(pruned)).toMatchObject({ changes: 0, rejects: 0 });
});

it('the feed of changes begins again without running anything of care_atlas_sync as the owner', async () => {
  const feed = () => database.query<{ last: string }>('select last, pruned from change_feed');
  const [before] = await feed();
  await database.query(
    `create temp table change_feed as table public.change_feed;
    create function pg_temp.spy() returns trigger language plpgsql as $$
      begin raise 'It ran as %.', current_user; end $$;
    create trigger spy before update on change_feed for each row execute function pg_temp.spy();
    grant all on change_feed to public;
    insert into dataset_version default values`,
    'sync',
  );
  const last = String(Number(before!.last) + 1);
  expect(await feed()).toEqual([{ last, pruned: last }]);
});

it('the statistics of the planner are brought up to date by an import', async () => {
  const [{ analyzed } = { analyzed: 0 }] = await database.query<{ analyzed: number }>(
    `select count(*)::int as analyzed from pg_stat_user_tables where relname = 'doctor' and last_analyze is not null`,
  );
  expect(analyzed).toBe(1);
});

it('a backup reads every table as care_atlas_backup', async () => {
  const tables = await database.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'`,
  );
  for (const { name } of tables) await database.query(`select from ${name}`, 'backup');
  expect(tables.length).toBeGreaterThan(25);
});

it.each(['serve', 'mcp', 'dashboard'] as const)(
  'no statement of care_atlas_%s goes on for ever',
  async (role) => {
    expect(await database.query('show statement_timeout', role)).toEqual([{ statement_timeout: '1min' }]);
  },
);

/** Adds a key as SQL. */
function insertKey(kind: string, tier = kind): string {
  return `insert into api_key (hash, kind, tier, prefix, label)
    values (sha256(random()::text::bytea), '${kind}', '${tier}', 'prefix', 'role test')`.replace(/\s+/g, ' ');
}

it.each<[Role, KeyKind]>([
  ['serve', 'sandbox'],
  ['serve', 'live'],
  ['mcp', 'sandbox'],
  ['dashboard', 'sandbox'],
  ['dashboard', 'live'],
  ['dashboard', 'gateway'],
  ['dashboard', 'admin'],
])('care_atlas_%s may add a key of kind %s', async (role, kind) => {
  await expect(database.query(insertKey(kind), role)).resolves.toEqual([]);
});

it('a second login role of the API may add no more than the first', async () => {
  const role = `care_atlas_serve_b_${randomBytes(4).toString('hex')}`;
  await database.query(`create role ${role} login in role care_atlas_serve`);
  try {
    const inRole = (statement: string) => database.query(`set role ${role}; ${statement}`);
    await inRole(insertKey('live'));
    await expect(inRole(insertKey('admin'))).rejects.toMatchObject({ code: NOT_ALLOWED });
  } finally {
    await database.query(`drop role ${role}`);
  }
});

it('a backup is recorded as care_atlas_backup, at the time of the server only', async () => {
  const record = (columns: string, values: string) =>
    database.query(
      `begin read write; insert into backup_run (${columns}) values (${values}); commit`,
      'backup',
    );
  await record('succeeded', 'true');
  const forged = record('succeeded, finished_at', `true, now() + interval '1 year'`);
  await expect(forged).rejects.toMatchObject({ code: NOT_ALLOWED });
  expect(await database.query('select succeeded from backup_run', 'serve')).toEqual([{ succeeded: true }]);
});

describe('refused is', () => {
  const forbidden: [Role, string][] = [
    ['dashboard', `update correction set why = ''`],
    ['serve', 'select why from correction'],
    ['mcp', 'select made_by from correction'],
    ['sync', `insert into import_job select * from import_job`],
    ...(['serve', 'mcp'] as const).flatMap((role): [Role, string][] => [
      [role, insertKey('admin')],
      [role, insertKey('gateway')],
      [role, insertKey('sandbox', 'admin')],
      [role, insertKey('live', 'gateway')],
      [role, 'alter table api_key disable trigger api_key_right'],
      [role, `set session_replication_role = replica`],
      [role, `grant execute on function add_privileged_key() to care_atlas_${role}`],
    ]),
    ['mcp', insertKey('live')],
    ['sync', insertKey('sandbox')],
    ['backup', insertKey('sandbox')],
    ['backup', 'update backup_run set succeeded = true'],
    ['backup', 'delete from backup_run'],
    ['sync', 'insert into backup_run (succeeded) values (true)'],
    ...(['serve', 'mcp', 'dashboard', 'sync', 'backup'] as const).flatMap((role): [Role, string][] => [
      [role, 'create table public.own (id int)'],
      [role, 'create schema own'],
      [role, 'alter table doctor add column own int'],
      [role, 'drop table review'],
      [role, 'truncate doctor'],
      [role, 'select from pg_authid'],
      [role, `copy doctor to program 'cat'`],
      [role, 'create role own'],
      [role, 'set role care_atlas_migrate'],
      [role, 'delete from audit_event'],
      [role, `update audit_event set actor = 'somebody else'`],
      [role, 'truncate audit_event'],
      [role, 'delete from api_key'],
      [role, `update api_key set hash = hash`],
      [role, `update api_key set tier = 'admin'`],
    ]),
    ...(['serve', 'mcp', 'dashboard'] as const).flatMap((role): [Role, string][] => [
      [role, `update doctor set name = 'somebody else'`],
      [role, 'delete from review'],
      [role, 'insert into dataset_version default values'],
      [role, 'create temp table own (id int)'],
    ]),
    ...(['serve', 'mcp', 'sync'] as const).flatMap((role): [Role, string][] => [
      [role, 'select from administrator'],
      [role, 'select from admin_session'],
      [role, 'select from audit_event'],
    ]),
    ['mcp', 'insert into key_withdrawal (key_id) select id from api_key'],
    ['serve', 'update key_lease set enabled = true'],
    ['dashboard', 'update key_lease set epoch = 0'],
    ...(['serve', 'mcp', 'dashboard'] as const).map((role): [Role, string] => [
      role,
      'delete from key_change',
    ]),
    ['dashboard', 'update key_instance set acked_epoch = 0'],
    ['sync', 'select from key_instance'],
    ['serve', 'select from oauth_secret'],
    ['serve', 'select from oauth_record'],
    ['dashboard', 'select from oauth_secret'],
    ['mcp', 'select from purchase'],
    ['mcp', 'update api_key set revoked_at = null'],
    ['sync', 'select from api_key'],
    ['sync', 'select from purchase'],
    ['sync', 'select from key_usage'],
    ['sync', 'delete from sync_run'],
    ['sync', 'delete from accuracy_audit'],
    ['sync', `update accuracy_finding set listed = ''`],
    ['dashboard', `update accuracy_finding set outcome = 'correct'`],
    ['serve', 'update purchase set amount = 1'],
    ['backup', `insert into language (name, folded_name) values ('x', 'x')`],
  ];
  it.each(forbidden)('%s: %s', async (role, statement) => {
    // A role that is read-only by default can ask for more; it is the rights that count.
    const attempt = database.query(`begin read write; ${statement}`, role);
    await expect(attempt).rejects.toMatchObject({ code: NOT_ALLOWED });
  });
});
