import { randomBytes } from 'node:crypto';
import { hashSecret, KeyRepository, KeyUsageRepository } from '@care-atlas/data/keys';
import { isWellFormedKey, makeKey } from '@care-atlas/domain/access';
import type { AuditList } from '#contract/service/audit';
import type { CreatedKey, KeyList, ListedKey } from '#contract/service/keys';
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

describe('the terms of a key', () => {
  const expiresAt = new Date(NOW.getTime() + 86_400_000).toISOString();

  it('are set at its creation, changed, and removed; its state follows the clock', async () => {
    const terms = { expiresAt, rateLimit: 600, note: 'a trial' };
    const { id, ...created } = await browser.post<CreatedKey>('/api/keys', { label: 'on trial', ...terms });
    expect(created).toMatchObject({ ...terms, state: 'active' });
    const change = (body: object) => browser.post<ListedKey>(`/api/keys/${id}/terms`, body);
    expect(await change({ rateLimit: null })).toMatchObject({ ...terms, rateLimit: null });
    expect(await change({ expiresAt: null, note: '' })).toMatchObject({ expiresAt: null, note: '' });
    await keys.changeTerms(id, { expiresAt: new Date(NOW.getTime() - 1) });
    const [listed] = (await browser.get<KeyList>('/api/keys?text=on%20trial')).keys;
    expect(listed).toMatchObject({ state: 'expired' });
    expect(await change({ expiresAt })).toMatchObject({ state: 'active' });
    await browser.post(`/api/keys/${id}/revoke`, { reason: 'over' });
    expect(refusal(await send(`/api/keys/${id}/terms`, { note: 'x' }))).toMatchObject({ status: 404 });
  });

  it.each([
    ['expiresAt', NOW.toISOString()],
    ['expiresAt', 'tomorrow'],
    ['rateLimit', 0],
    ['rateLimit', 1.5],
    ['note', 'x'.repeat(1001)],
  ])('refuse %s %j', async (param, value) => {
    const terms = { [param]: value };
    const created = refusal(await send('/api/keys', { label: 'x', ...terms }));
    const changed = refusal(await send(`/api/keys/${NOBODYS}/terms`, terms));
    for (const refused of [created, changed]) expect(refused).toMatchObject({ status: 400, param });
  });
});

it('several keys are revoked together; those that are not active are left out', async () => {
  const made = [await create('many one'), await create('many two'), await create('many three')];
  const ids = made.map(({ id }) => id);
  await browser.post(`/api/keys/${ids[0]}/revoke`, { reason: 'before' });
  const revocation = { ids: [...ids.slice(0, 2), ids[1], NOBODYS], reason: 'leaked' };
  expect(await browser.post('/api/keys/revoke', revocation)).toEqual({ revoked: 1 });
  expect(await Promise.all(made.map(({ key }) => isActive(key)))).toEqual([false, false, true]);
});

it.each([[[]], [['x']], [Array.from({ length: 101 }, () => NOBODYS)]])(
  'refuses to revoke the keys %j',
  async (ids) => {
    const refused = await send('/api/keys/revoke', { ids, reason: 'x' });
    expect(refusal(refused)).toMatchObject({ status: 400, param: 'ids' });
  },
);

it('the list is exported with its filter, without the keys themselves, and the export is recorded', async () => {
  const described = { label: '=1+1', note: 'exported, "quoted"' };
  const { key } = await browser.post<CreatedKey>('/api/keys', described);
  const { text, headers } = await send('/api/keys/export', { kind: 'admin', text: '=1' });
  expect(headers['content-disposition']).toMatch(/^attachment; filename="keys-\d{4}-\d{2}-\d{2}\.csv"$/);
  const [head, row, ...rest] = text.trimEnd().split('\r\n');
  expect(head).toBe(
    'id,kind,prefix,label,state,created,last used,expires,revoked,reason,limit per minute,requests in 24 h,note',
  );
  expect(row).toMatch(/,admin,care_admin_\w{4},'=1\+1,active,\d{4}-[^,]+,,,,,,0,"exported, ""quoted"""$/);
  expect([rest, text.includes(key)]).toEqual([[], false]);
  const { events } = await browser.get<AuditList>('/api/audit?action=keys-exported');
  expect(events).toMatchObject([{ actor: 'ada', details: { kind: 'admin', text: '=1' } }]);
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
