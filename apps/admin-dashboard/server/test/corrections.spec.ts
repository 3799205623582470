import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ClinicInput, runSync } from '@care-atlas/data/sync';
import { endOfDay, torontoMoment } from '@care-atlas/domain/rules';
import type { ErrorBody } from '#contract/endpoints';
import type { CorrectionList, DecisionJob, DuplicateList } from '#contract/directory/corrections';
import type { RecordDetails } from '#contract/directory/records';
import { records } from '../../../../libs/data/test/test-directory.js';
import { DAY_MS, uuid } from '../../../../libs/domain/test/builders.js';
import { aNumberedClinic, aNumberedDoctor } from '../../test/large-directory.js';
import { startWorker } from '../../test/running-worker.js';
import { refusal, type TestBrowser } from './test-browser.js';
import { NOW, TestDashboard } from './test-dashboard.js';

const WHY = 'Called the practice';

let spool: string;
let dashboard: TestDashboard;
let worker: { stop: () => Promise<void> };
let ada: TestBrowser;
let grace: TestBrowser;

/** Two clinics at one address under one name, twice. */
const twins = (): ClinicInput[] =>
  [901, 902, 903, 904].map((n) =>
    aNumberedClinic(n, {
      name: n < 903 ? 'Maple Clinic' : 'Birch Clinic',
      address: `${n < 903 ? 7 : 9} Twin Street, Toronto, ON M5S 1A1`,
      phone: n < 903 ? '+1-416-555-0101' : '+1-416-555-0102',
    }),
  );

const fill = (databaseUrl: string) =>
  runSync(
    databaseUrl,
    { source: 'sample' },
    new Date(),
    records({
      clinics: [
        ...['Alder', 'Cedar', 'Elm'].map((name, at) => aNumberedClinic(6 + at, { name })),
        ...twins(),
      ],
      doctors: [aNumberedDoctor(5, 7)],
    }),
  );

beforeAll(async () => {
  spool = await mkdtemp(join(tmpdir(), 'care-atlas-spool-'));
  dashboard = await TestDashboard.start({ IMPORT_SPOOL_DIR: spool }, { prepare: fill });
  // The worker has the clock of the system.
  dashboard.pass((Date.now() - NOW.getTime()) / 60_000);
  ada = await dashboard.enrol('ada');
  grace = await dashboard.enrol('grace', dashboard.browser(), 'operator');
  worker = await startWorker(dashboard.testDatabase.url, spool);
});
afterAll(async () => {
  await worker?.stop();
  await dashboard?.stop();
  await rm(spool, { recursive: true, force: true });
});

const correction = (more: object) => ({
  kind: 'correct',
  record: 'clinic',
  key: uuid(6),
  given: {},
  why: WHY,
  ...more,
});
const phone = (value: string, more: object = {}) => correction({ given: { phone: value }, ...more });

const ask = (browser: TestBrowser, body: object, id: string = randomUUID()) =>
  browser.ask(`/api/corrections/decisions/${id}${'withdraws' in body ? '/withdrawal' : ''}`, {
    method: 'POST',
    body,
  });

/** Asks for a decision, and waits until the worker has ended with it. */
async function decide(body: object, browser = ada): Promise<DecisionJob> {
  const answered = await ask(browser, body);
  expect(answered.status).toBe(201);
  return ended((JSON.parse(answered.text) as DecisionJob).id);
}

async function ended(id: string): Promise<DecisionJob> {
  const open = `select from import_job where id = $1 and state in ('confirmed', 'importing')`;
  while ((await dashboard.rows(open, [id])).length > 0) await sleep(100);
  return ada.get<DecisionJob>(`/api/corrections/decisions/${id}`);
}

const list = (query = '') => ada.get<CorrectionList>(`/api/corrections?limit=100&${query}`);
const phoneOf = async (n: number) =>
  (await dashboard.rows<{ phone: string }>('select phone from clinic where id = $1', [uuid(n)]))[0]!.phone;
const pairs = async () => {
  const { clusters } = await ada.get<DuplicateList>('/api/corrections/duplicates');
  return clusters
    .flatMap((cluster) => cluster.pairs)
    .map(({ clinics }) => [...clinics].toSorted().map((id) => Number(id.slice(-3))));
};

describe('a correction', () => {
  it('is made and withdrawn by the worker, with who, why and when', async () => {
    expect(await decide(phone('416-555-0199'))).toMatchObject({ state: 'done', by: 'ada', reason: '' });
    expect(await phoneOf(6)).toBe('+1-416-555-0199');
    const [made] = (await list()).corrections;
    expect(made).toMatchObject({
      kind: 'correct',
      record: 'clinic',
      key: uuid(6),
      name: 'Alder',
      given: { phone: '416-555-0199' },
      why: WHY,
      madeBy: 'ada',
      until: null,
      isActive: true,
      isDue: false,
      isSettled: false,
    });
    expect(await decide({ withdraws: made!.id, why: 'A mistake' }, grace)).toMatchObject({ state: 'done' });
    expect(await phoneOf(6)).toBe('');
    expect((await list('state=ended')).corrections[0]).toMatchObject({
      id: made!.id,
      endedBy: 'grace',
      endedWhy: 'A mistake',
    });
    expect(await dashboard.auditEvents()).toEqual(
      expect.arrayContaining([
        `ada correction-requested clinic ${uuid(6)}`,
        `ada record-corrected clinic ${uuid(6)}`,
        `grace correction-requested correction ${made!.id}`,
        `grace correction-withdrawn clinic ${uuid(6)}`,
      ]),
    );
  });

  it.each([
    ['an unknown record', phone('416-555-0199', { key: uuid(9999) }), 'The directory has no clinic'],
    ['a correction that is unknown', { withdraws: 9999, why: WHY }, 'There is no correction 9999'],
    [
      'the only clinic of listed doctors that is hidden',
      correction({ kind: 'hide', key: uuid(7) }),
      'it is the only open clinic of the listed doctors',
    ],
  ])('of %s is refused with the reason, and changes nothing', async (_what, body, reason) => {
    const before = (await list()).total;
    const refused = await decide(body);
    expect(refused).toMatchObject({ state: 'failed', reason: expect.stringContaining(reason) });
    const after = await list();
    expect(after.total).toBe(before);
    expect(after.decisions.map(({ id }) => id)).toContain(refused.id);
  });

  it('is judged before it is kept, each value at its field', async () => {
    const before = (await list()).decisions.length;
    const refused = async (body: object) => (JSON.parse((await ask(ada, body)).text) as ErrorBody).details;
    const given = { phone: '911', website: 'https://clinic.example', opening_hours: 'Mo 17:00-09:00' };
    expect(await refused(correction({ given, until: '2099-07-01' }))).toEqual([
      { param: 'given.phone', message: expect.stringMatching(/^phone is "911", but must be /) },
      {
        param: 'given.opening_hours',
        message: expect.stringMatching(/^opening_hours is .* \(it closes before it opens\)\.$/),
      },
    ]);
    const of = (body: object, param: string, message: string) =>
      expect(refused(body)).resolves.toEqual([{ param, message: expect.stringContaining(message) }]);
    await of(phone('', { given: { telephone: '1' } }), 'given.telephone', 'has no field telephone');
    await of(phone('', { given: { lat: '43.7' } }), 'given.lat', 'longitude');
    await of(phone('', { given: { opening_hours: 'off' } }), 'given.opening_hours', '`hide` does');
    await of(phone('', { key: 'x' }), 'key', 'the id of a clinic');
    await of(phone('', { until: '2020-01-01T00:00:00Z' }), 'until', 'The end is in the past');
    await of(correction({ kind: 'merge', given: { into: 'x' } }), 'given.into', 'is not the id of a clinic');
    expect((await list()).decisions).toHaveLength(before);
  });

  it('that was refused names its record, and is no longer shown once somebody has dismissed it', async () => {
    const { id } = await decide(correction({ kind: 'hide', key: uuid(7) }));
    const shown = async () => (await list()).decisions.find((job) => job.id === id);
    expect(await shown()).toMatchObject({ state: 'failed', name: 'Cedar' });
    expect(await ada.post(`/api/corrections/decisions/${id}/cancel`)).toMatchObject({ state: 'canceled' });
    expect(await shown()).toBeUndefined();
  });

  it('keeps no number that identifies a person', async () => {
    const refused = await ask(ada, correction({ given: { name: 'Clinic of 046 454 286' } }));
    expect(refused.text).toContain('social insurance number');
    expect(refused.text).not.toContain('046 454 286');
    const why = 'Belongs to 046 454 286';
    for (const body of [phone('416-555-0199', { why }), { withdraws: 1, why }])
      expect(refusal(await ask(ada, body))).toMatchObject({ status: 400, param: 'why' });
    const stored = await dashboard.rows<{ all: string }>(
      `select concat(j::text) as all from import_job j union all select concat(e::text) from audit_event e
        union all select concat(r::text) from sync_run r`,
    );
    expect(stored.map(({ all }) => all).join()).not.toContain('046 454 286');
  });

  it('is one, however often its request is repeated', async () => {
    const id = randomUUID();
    const body = phone('416-555-0123', { key: uuid(8) });
    const answers = await Promise.all([ask(ada, body, id), ask(ada, body, id)]);
    expect(answers.map(({ status }) => status)).toContain(201);
    expect((await ask(ada, body, id)).status).toBe(201);
    expect(refusal(await ask(ada, phone('416-555-0124'), id))).toMatchObject({ status: 400, param: 'id' });
    expect(refusal(await ask(grace, body, id))).toMatchObject({ status: 400, param: 'id' });
    expect(await ended(id)).toMatchObject({ state: 'done' });
    expect((await list('text=0123')).total).toBe(1);
  });

  it.each([
    ['no reason', phone('416-555-0199', { why: ' ' })],
    ['no field', correction({})],
    ['a field of a hidden record', correction({ kind: 'hide', given: { phone: '1' } })],
    ['a value that is no text', correction({ given: { phone: 1 } })],
    ['a merge without the other', correction({ kind: 'merge' })],
    ['a merge of doctors', correction({ kind: 'merge', record: 'doctor', given: { into: '1' } })],
    ['another kind', correction({ kind: 'delete' })],
  ])('with %s is 400', async (_what, body) => {
    expect((await ask(ada, body)).status).toBe(400);
  });

  it('is for operators; viewers see the list', async () => {
    const edith = await dashboard.enrol('edith', dashboard.browser(), 'viewer');
    expect((await ask(edith, phone('416-555-0199'))).status).toBe(403);
    expect((await edith.get<CorrectionList>('/api/corrections')).total).toBeGreaterThan(0);
  });

  it('is due before its end, and can go when the source says the same', async () => {
    const soon = torontoMoment(new Date(Date.now() + 5 * DAY_MS)).date;
    await decide(phone('416-555-0177', { key: uuid(901), until: soon }));
    expect((await list('state=due')).corrections[0]!.until).toBe(endOfDay(soon).toISOString());
    await decide(
      correction({ key: uuid(902), given: { name: 'Maple Health', opening_hours: 'Mo 09:00-17:00' } }),
    );
    const keys = async (state: string) => (await list(`state=${state}`)).corrections.map(({ key }) => key);
    expect(await keys('due')).toEqual([uuid(901)]);
    expect(await keys('settled')).toEqual([]);
    const says = {
      ...twins()[1]!,
      name: 'Maple Health',
      openingHours: [{ weekday: 1, opens: 540, closes: 1020 }],
    };
    await runSync(dashboard.testDatabase.url, { source: 'sample' }, new Date(), (writer) =>
      writer.clinics([says as ClinicInput]),
    );
    expect(await keys('settled')).toEqual([uuid(902)]);
    for (const { id } of (await list('text=Maple&kind=correct')).corrections)
      await decide({ withdraws: id, why: WHY });
    await runSync(dashboard.testDatabase.url, { source: 'sample' }, new Date(), (writer) =>
      writer.clinics(twins()),
    );
  });

  it('is found by its field, its person and its words', async () => {
    await decide(correction({ record: 'doctor', key: '900005', given: { gender: 'male' } }), grace);
    const found = async (query: string) => (await list(query)).corrections.map(({ key }) => key);
    expect(await found('field=gender')).toEqual(['900005']);
    expect(await found('by=grace')).toContain('900005');
    expect(await found('by=ada')).not.toContain('900005');
    expect(await found('record=doctor&text=example%205')).toEqual(['900005']);
    expect((await list()).people).toEqual(['ada', 'grace']);
  });
});

describe('a likely pair', () => {
  it('is shown side by side, and merged; both are back when the merge is withdrawn', async () => {
    const { clusters: found } = await ada.get<DuplicateList>('/api/corrections/duplicates');
    const cluster = found.find(({ clinics }) => clinics.some(({ id }) => id === uuid(901)))!;
    expect(cluster.pairs).toMatchObject([{ reasons: ['address', 'near', 'phone'], metres: 0 }]);
    expect(cluster.clinics.map(({ name, phone: number }) => [name, number])).toEqual([
      ['Maple Clinic', '+1-416-555-0101'],
      ['Maple Clinic', '+1-416-555-0101'],
    ]);
    const merge = correction({ kind: 'merge', key: uuid(901), given: { into: uuid(902) } });
    expect(await decide(merge)).toMatchObject({ state: 'done' });
    expect(await pairs()).toEqual([[903, 904]]);
    expect((await ada.get<RecordDetails>(`/api/directory/records/clinic/${uuid(901)}`)).survivor).toBe(
      uuid(902),
    );
    const [made] = (await list('kind=merge')).corrections;
    expect(made).toMatchObject({ name: 'Maple Clinic', otherName: 'Maple Clinic' });
    await decide({ withdraws: made!.id, why: 'Two after all' });
    expect(await pairs()).toEqual([
      [903, 904],
      [901, 902],
    ]);
  });

  it('that two people decide at once is decided once', async () => {
    const merge = correction({ kind: 'merge', key: uuid(901), given: { into: uuid(902) } });
    const apart = correction({ kind: 'apart', key: uuid(902), given: { from: uuid(901) } });
    const other = correction({ kind: 'merge', key: uuid(902), given: { into: uuid(901) } });
    const jobs = await Promise.all([decide(merge), decide(apart, grace), decide(other, grace)]);
    expect(jobs.map(({ state }) => state).toSorted()).toEqual(['done', 'failed', 'failed']);
    for (const { reason } of jobs.filter(({ state }) => state === 'failed'))
      expect(reason).toMatch(/withdraw (correction \d+|it) first|is merged into/);
    const active = (await list('state=active&text=Maple')).corrections;
    expect(active).toHaveLength(1);
    await decide({ withdraws: active[0]!.id, why: WHY });
  });

  it('that is not the same does not come back, until that is withdrawn', async () => {
    await decide(correction({ kind: 'apart', key: uuid(903), given: { from: uuid(904) } }));
    expect(await pairs()).toEqual([[901, 902]]);
    await runSync(dashboard.testDatabase.url, { source: 'sample' }, new Date(), (writer) =>
      writer.clinics(twins()),
    );
    expect(await pairs()).toEqual([[901, 902]]);
    const again = correction({ kind: 'apart', key: uuid(904), given: { from: uuid(903) } });
    expect(await decide(again)).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('not the same'),
    });
    const merge = correction({ kind: 'merge', key: uuid(904), given: { into: uuid(903) } });
    expect(await decide(merge)).toMatchObject({ state: 'failed' });
    const [made] = (await list('kind=apart')).corrections;
    await decide({ withdraws: made!.id, why: WHY });
    expect(await pairs()).toHaveLength(2);
  });
});

describe('without a worker', () => {
  beforeAll(() => worker.stop());
  afterAll(async () => {
    worker = await startWorker(dashboard.testDatabase.url, spool);
  });

  it('a decision waits, and can be canceled', async () => {
    const { id } = JSON.parse((await ask(ada, phone('416-555-0100'))).text) as DecisionJob;
    expect((await list()).decisions.find((job) => job.id === id)).toMatchObject({ state: 'confirmed' });
    expect(await ada.post(`/api/corrections/decisions/${id}/cancel`)).toMatchObject({ state: 'canceled' });
    expect((await ada.ask(`/api/corrections/decisions/${id}/cancel`, { method: 'POST' })).status).toBe(400);
    expect((await list()).decisions.map((job) => job.id)).not.toContain(id);
  });

  it('what a worker left that died is carried out once', async () => {
    const { id } = JSON.parse((await ask(ada, phone('416-555-0101'))).text) as DecisionJob;
    // Its worker died before the transaction of the run ended.
    await dashboard.rows(
      `update import_job set state = 'importing', seen_at = now() - interval '2 minutes' where id = $1`,
      [id],
    );
    const next = await startWorker(dashboard.testDatabase.url, spool);
    try {
      expect(await ended(id)).toMatchObject({ state: 'done' });
    } finally {
      await next.stop();
    }
    expect((await list('text=0101')).total).toBe(1);
    expect(await phoneOf(6)).toBe('+1-416-555-0101');
  });
});
