import { randomBytes } from 'node:crypto';
import { hashSecret, KeyRepository, KeyUsageRepository } from '@care-atlas/data/keys';
import { isWellFormedKey, makeKey } from '@care-atlas/domain/access';
import type { AuditList } from '#contract/audit';
import type { CreatedKey, KeyList, ListedKey } from '#contract/keys';
import { refusal, type TestBrowser } from './test-browser.js';
import { NOW, TestDashboard } from './test-dashboard.js';

const NOBODYS = '00000000-0000-4000-8000-000000000000';
const SECRET = 'chosen-by-the-gateway-itself';

let dashboard: TestDashboard;
let browser: TestBrowser;
let keys: KeyRepository;

beforeAll(async () => {
  dashboard = await TestDashboard.start();
  browser = await dashboard.enrol('ada');
  keys = new KeyRepository(dashboard.database);
});

afterAll(() => dashboard?.stop());

const create = (label: string) => browser.post<CreatedKey>('/api/keys', { label });
const isActive = async (key: string) =>
  [...(await keys.byHashes([hashSecret(key)])).values()].some(({ isRevoked }) => !isRevoked);
const send = (path: string, body: object) => browser.ask(path, { method: 'POST', body });
const aKey = (kind: 'live' | 'gateway') => makeKey(kind, (length) => randomBytes(length));

describe('an admin key', () => {
  it('is shown once and grants access', async () => {
    const { key, ...listed } = await create('for the reports');
    expect(isWellFormedKey(key)).toBe(true);
    expect(await isActive(key)).toBe(true);
    expect(listed).toMatchObject({
      kind: 'admin',
      label: 'for the reports',
      state: 'active',
      requestsLastDay: 0,
    });
    const everything = [
      (await browser.ask('/api/keys')).text,
      (await browser.ask('/api/audit')).text,
      JSON.stringify(await dashboard.rows('select audit_event::text as text from audit_event')),
    ].join();
    expect(everything).not.toContain(key);
  });

  it('is rejected from the next request after its revocation, which states a reason', async () => {
    const { id, key } = await create('to be revoked');
    const revoked = await browser.post<ListedKey>(`/api/keys/${id}/revoke`, { reason: 'left the team' });
    expect(revoked).toMatchObject({ state: 'revoked', revokedReason: 'left the team' });
    expect(await isActive(key)).toBe(false);
    const again = await send(`/api/keys/${id}/revoke`, { reason: 'once more' });
    expect(refusal(again)).toMatchObject({ status: 404, error: 'not_found' });
  });

  it('can be relabeled', async () => {
    const { id } = await create('first name');
    expect(await browser.post(`/api/keys/${id}/label`, { label: 'second name' })).toMatchObject({
      label: 'second name',
    });
  });
});

it.each([
  ['/api/keys', { label: '' }, 'label'],
  ['/api/keys', { label: 'x'.repeat(201) }, 'label'],
  ['/api/keys', { label: 'x', kind: 'live' }, 'kind'],
  [`/api/keys/${NOBODYS}/revoke`, {}, 'reason'],
  ['/api/keys/gateway-secrets', { label: 'x', secret: 'short' }, 'secret'],
  ['/api/keys/gateway-secrets', { label: 'x', secret: 'with a blank in between' }, 'secret'],
  ['/api/keys/gateway-secrets', { label: 'x', secret: 16 }, 'secret'],
])('%s rejects %j', async (path, body, param) => {
  expect(refusal(await send(path, body))).toMatchObject({ status: 400, error: 'missing_param', param });
});

it.each([`/api/keys/${NOBODYS}/revoke`, '/api/keys/not-an-id/revoke'])('%s is 404', async (path) => {
  expect(refusal(await send(path, { reason: 'abuse' }))).toMatchObject({ status: 404 });
});

describe('a gateway secret', () => {
  it('is stored as its hash', async () => {
    const listed = await browser.post<ListedKey>('/api/keys/gateway-secrets', {
      label: 'a shop',
      secret: SECRET,
    });
    expect(listed).toMatchObject({ kind: 'gateway', label: 'a shop', state: 'active' });
    expect(JSON.stringify(listed)).not.toContain(SECRET);
    expect(await isActive(SECRET)).toBe(true);
    expect(refusal(await send('/api/keys/gateway-secrets', { label: 'b', secret: SECRET }))).toMatchObject({
      status: 400,
      param: 'secret',
    });
  });

  it('may be as long as the console accepts', async () => {
    const long = 's'.repeat(1024);
    await browser.post('/api/keys/gateway-secrets', { label: 'long', secret: long });
    expect(await isActive(long)).toBe(true);
  });

  it('must not be a key of this service', async () => {
    const refused = await send('/api/keys/gateway-secrets', { label: 'x', secret: aKey('gateway') });
    expect(refusal(refused)).toMatchObject({ status: 400, param: 'secret' });
  });
});

describe('the list', () => {
  it('finds keys by kind, state and text, newest first, in pages', async () => {
    for (const label of ['shop one', 'shop two', 'shop three'])
      await keys.create({ kind: 'live', label }, aKey('live'));
    const {
      total,
      count,
      keys: found,
    } = await browser.get<KeyList>('/api/keys?kind=live&text=SHOP%20t&limit=1');
    expect({ total, count, labels: found.map(({ label }) => label) }).toEqual({
      total: 2,
      count: 1,
      labels: ['shop three'],
    });
    const next = await browser.get<KeyList>('/api/keys?kind=live&text=shop%20t&limit=1&offset=1');
    expect(next.keys).toMatchObject([{ label: 'shop two' }]);
    const revoked = await browser.get<KeyList>('/api/keys?state=revoked');
    expect(revoked.keys.every(({ state }) => state === 'revoked')).toBe(true);
  });

  it('counts the requests of each key in the last day', async () => {
    const { id } = await keys.create({ kind: 'live', label: 'busy' }, aKey('live'));
    const counted = (hoursAgo: number, requests: number) => ({
      hour: new Date(Math.floor(NOW.getTime() / 3_600_000 - hoursAgo) * 3_600_000),
      keyId: id,
      operation: 'listDoctors',
      status: 200,
      requests,
    });
    await new KeyUsageRepository(dashboard.database).add([counted(0, 5), counted(23, 7), counted(30, 100)]);
    const { keys: found } = await browser.get<KeyList>('/api/keys?text=busy');
    expect(found).toMatchObject([{ requestsLastDay: 12 }]);
  });

  it.each(['kind=golden', 'state=lost', 'limit=0', 'limit=101', 'offset=-1', 'limit=x', 'colour=red'])(
    'rejects %s',
    async (query) => {
      expect(refusal(await browser.ask(`/api/keys?${query}`))).toMatchObject({
        status: 400,
        param: query.split('=')[0],
      });
    },
  );
});

it('every change of a key is recorded with actor, action and origin', async () => {
  const { id, prefix } = await create('traced');
  await browser.post(`/api/keys/${id}/revoke`, { reason: 'abuse' });
  const { events } = await browser.get<AuditList>('/api/audit?text=traced');
  expect(events).toMatchObject([
    {
      actor: 'ada',
      action: 'key-revoked',
      subject: prefix,
      address: '203.0.113.7',
      details: { reason: 'abuse', id },
    },
    { actor: 'ada', action: 'key-created', subject: prefix, details: { kind: 'admin', label: 'traced' } },
  ]);
});

it('a change that cannot be recorded is rolled back', async () => {
  await dashboard.rows(
    `create function deny() returns trigger language plpgsql as $$ begin raise 'no'; end $$`,
  );
  await dashboard.rows(`create trigger deny before insert on audit_event execute function deny()`);
  try {
    const before = await dashboard.rows('select count(*) from api_key');
    expect((await send('/api/keys', { label: 'unrecorded' })).status).toBe(500);
    expect(await dashboard.rows('select count(*) from api_key')).toEqual(before);
  } finally {
    await dashboard.rows('drop trigger deny on audit_event');
  }
});
