import { aClinic, changesOf, LATER, NOW, rowsOf, sync, uuid } from '../../../test/test-directory.js';
import { AS_OF, TestFeed } from '../../../test/test-feed.js';
import type { ClinicInput } from '../clinics/clinic-input.js';
import { runSync } from '../sync-run.js';
import type { SyncWriter } from '../sync-writer.js';
import { HIDE } from '../../../../domain/test/builders.js';

const created = new TestFeed();
beforeEach(() => sync(created.url, (writer) => writer.clinics([aClinic({ id: uuid(1) })])));

describe('of two records that are about one clinic', () => {
  const [first, second, oldest] = [uuid(1), uuid(2), uuid(3)];
  const lists = (source: string, id: string, extractedAt: Date) => (now: Date) =>
    runSync(created.url, { source, extractedAt }, now, (writer) => writer.clinics([aClinic({ id })]));
  const clinicChanges = async (after: string) =>
    (await created.feed.changes({ asOf: AS_OF, after, types: ['clinic'], limit: 10 })).changes
      .map(({ id, op, into }) => [op, id, into])
      .toSorted((a, b) => (String(a) < String(b) ? -1 : 1));

  it('tells of a clinic for which another answers that it was merged, and into which', async () => {
    const day = (number: number) => new Date(Date.UTC(2026, 10, number));
    await lists('city', second, day(21))(LATER);
    const start = await created.feed.now();
    const older = await lists('province', oldest, day(2))(LATER);
    expect(await clinicChanges(start)).toEqual([
      ['created', oldest, undefined],
      ['merged', first, oldest],
    ]);
    const change = ['clinic', first, 'merged', { survivor: [null, oldest] }];
    expect(await changesOf(created.url, older.runId)).toContainEqual(change);

    // The clinic about which operators decided keeps its id.
    const end = await created.feed.now();
    const fields = { phone: '+1-416-555-0177' };
    const decision = { ...HIDE, kind: 'correct', record: 'clinic', key: second, fields } as const;
    await sync(created.url, (writer) => writer.correct(decision), LATER);
    expect(await clinicChanges(end)).toEqual([
      ['merged', oldest, second],
      ['reopened', second, undefined],
    ]);
  });
});

const ELM = aClinic({ id: uuid(2), name: 'Elm', address: '2 Elm Street, Toronto, ON M4C 1B5' });
const intoFirst = (writer: SyncWriter) => {
  const fields = { into: uuid(1) };
  return writer.correct({ ...HIDE, kind: 'merge', record: 'clinic', key: uuid(2), given: fields, fields });
};

it('tells into which clinic the services of another were merged', async () => {
  await sync(created.url, async (writer) => {
    await writer.clinics([ELM]);
    await writer.services([{ clinicId: uuid(2), specialty: 'Cardiology', waitWeeks: 3, accepting: null }]);
  });
  const start = await created.feed.now();
  await sync(created.url, intoFirst, LATER);
  const { changes } = await created.feed.changes({
    asOf: AS_OF,
    after: start,
    types: ['service'],
    limit: 10,
  });
  expect(changes).toMatchObject([
    { id: `${uuid(2)} Cardiology`, op: 'merged', into: uuid(1) },
    { id: `${uuid(1)} Cardiology`, op: 'created' },
  ]);
});

it('tells that a clinic which had closed was merged, and nothing when that is repeated', async () => {
  await sync(created.url, (writer) => writer.clinics([ELM, aClinic({ id: uuid(1) })], { complete: true }));
  await sync(created.url, (writer) => writer.clinics([aClinic({ id: uuid(1) })], { complete: true }), LATER);
  const start = await created.feed.now();
  const { runId } = await sync(created.url, intoFirst, LATER);
  const changes = await created.changesAfter(start);
  expect(changes).toEqual([['clinic', uuid(2), 'merged']]);
  expect(await changesOf(created.url, runId)).toContainEqual([
    'clinic',
    uuid(2),
    'merged',
    { survivor: [null, uuid(1)] },
  ]);
  await sync(created.url, (writer) => writer.clinics([aClinic({ id: uuid(1) })]), LATER);
  expect(await created.changesAfter(start)).toEqual(changes);
});

it('leaves a clinic its own times after a withdrawn merge', async () => {
  const list = (source: string, clinic: ClinicInput, now: Date) =>
    runSync(created.url, { source, extractedAt: now }, now, (writer) => writer.clinics([clinic]));
  await list('own', aClinic({ id: uuid(1) }), NOW);
  await list('other', ELM, NOW);
  await sync(created.url, intoFirst);
  const times = () =>
    rowsOf(
      created.url,
      'select extracted_at as "extracted", synced_at as "synced" from clinic where id = $1',
      [uuid(1)],
    );
  await list('other', ELM, LATER);
  expect(await times()).toEqual([{ extracted: LATER, synced: LATER }]);
  await sync(created.url, (writer) => writer.withdraw(1, 'test', 'test'), LATER);
  expect(await times()).toEqual([{ extracted: NOW, synced: NOW }]);
});

it('tells into which clinic another was merged, and that it is again', async () => {
  await sync(created.url, (writer) => writer.clinics([ELM]));
  const start = await created.feed.now();
  await sync(created.url, intoFirst, LATER);
  const clinics = async () =>
    (await created.feed.changes({ asOf: AS_OF, after: start, types: ['clinic'], limit: 10 })).changes;
  expect(await clinics()).toMatchObject([{ id: uuid(2), op: 'merged', fields: [], into: uuid(1) }]);
  await sync(created.url, (writer) => writer.withdraw(1, 'test', 'test'), LATER);
  const [, again] = await clinics();
  expect(again).toMatchObject({ id: uuid(2), op: 'reopened' });
});
