import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CareAtlas } from '@care-atlas/client/client';
import type { MirrorBatch } from '@care-atlas/client/mirror';
import { SyncHistory } from '@care-atlas/data/sync';
import { CLINICS, DOCTORS } from '../../../libs/domain/test/invented-directory.js';
import { TestApi } from './test-api.js';
import { until } from './until.js';
import { HIDE } from '../../../libs/domain/test/builders.js';

let folder: string;
let api: TestApi;
let url: string;
let client: CareAtlas;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'care-atlas-mirror-'));
  api = await TestApi.start({ env: { EXPORT_DIR: folder } });
  url = `http://127.0.0.1:${await api.listen()}/api/v1`;
  client = new CareAtlas({ url, key: api.keys.live });
});
afterAll(async () => {
  await api?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** A copy that stores each batch together with its state. */
class Copy {
  readonly records = new Map<string, object>();
  state: string | undefined;
  /** How often it began, without any record. */
  begun = 0;

  apply({ begins, records, state }: MirrorBatch): void {
    if (begins) {
      this.records.clear();
      this.begun++;
    }
    for (const { type, id, record } of records) {
      if (record) this.records.set(`${type} ${id}`, record);
      else this.records.delete(`${type} ${id}`);
    }
    this.state = state;
  }

  /** Follows the directory to its end. */
  async follow(onWarning?: (warning: string) => void): Promise<void> {
    for await (const batch of client.mirror(this.state, onWarning && { onWarning })) this.apply(batch);
  }

  /** Applies one batch, and forgets the rest. @returns whether there was one */
  async step(): Promise<boolean> {
    for await (const batch of client.mirror(this.state)) {
      this.apply(batch);
      return true;
    }
    return false;
  }

  get sorted(): unknown {
    return Object.fromEntries([...this.records].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }
}

async function listed(): Promise<string[]> {
  const ids: string[] = [];
  for await (const { cpsoNumber } of client.eachDoctor()) ids.push(`doctor ${cpsoNumber}`);
  for await (const { id } of client.eachClinic()) ids.push(`clinic ${id}`);
  return ids.toSorted();
}

it('begins with the export, and goes on with the feed', async () => {
  await expect(new Copy().follow()).rejects.toMatchObject({ code: 'gone' });
  await api.publish(folder);
  const copy = new Copy();
  await copy.follow();
  const inLists = (key: string) => !key.startsWith('service');
  expect([...copy.records.keys()].filter(inLists).toSorted()).toEqual(await listed());
  const version = await api.import([{ ...DOCTORS[0]!, name: 'Dr. Followed' }]);
  await until(() => api.version === version);
  await copy.follow();
  expect(copy.records.get(`doctor ${DOCTORS[0]!.registrationNumber}`)).toMatchObject({
    name: 'Dr. Followed',
  });
  expect(await copy.step()).toBe(false);
});

it('continues after an interruption at every point', async () => {
  const [whole, stepped] = [new Copy(), new Copy()];
  for (let n = 0; n < 6; n++) {
    await stepped.step();
    await api.sync((writer) => writer.clinics([{ ...CLINICS[n % 2]!, phone: `+1-416-555-01${10 + n}` }]));
    if (n === 2) await api.publish(folder);
  }
  while (await stepped.step());
  await whole.follow();
  expect(stepped.sorted).toEqual(whole.sorted);
});

it('begins again when what it would continue with is gone', async () => {
  const [far, near] = [new Copy(), new Copy()];
  await far.follow();
  await near.step();
  for (const name of ['a', 'b', 'c', 'd']) {
    await api.import([{ ...DOCTORS[1]!, name: `Dr. ${name}` }]);
    // The export with which one of them began is removed with the fourth.
    await api.publish(folder);
  }
  await api.onDatabase((database) => new SyncHistory(database).prune(new Date('2100-01-01')));
  const fresh = new Copy();
  for (const copy of [far, near, fresh]) await copy.follow();
  expect(far.sorted).toEqual(fresh.sorted);
  expect(near.sorted).toEqual(fresh.sorted);
});

it('says so, keeps the copy and waits, when no export is newer than the changes that are kept', async () => {
  const copy = new Copy();
  await copy.follow();
  await api.import([{ ...DOCTORS[1]!, name: 'Dr. Unpublished' }]);
  await api.onDatabase((database) => new SyncHistory(database).prune(new Date('2100-01-01')));
  const records = copy.records.size;
  const warnings: string[] = [];
  let published: Promise<unknown> | undefined;
  const onWarning = (warning: string) => {
    warnings.push(warning);
    expect([copy.begun, copy.records.size]).toEqual([1, records]);
    published = api.publish(folder);
  };
  await copy.follow(onWarning);
  await published;
  expect(warnings).toEqual([expect.stringMatching(/not published yet.* The copy waits\.$/)]);
  expect(copy.begun).toBe(2);
  expect([...copy.records.values()]).toContainEqual(expect.objectContaining({ name: 'Dr. Unpublished' }));
});

it('removes what was hidden, and begins with no export that has it', async () => {
  const [following, begun, interrupted] = [new Copy(), new Copy(), new Copy()];
  const hidden = `doctor ${DOCTORS[2]!.registrationNumber}`;
  await api.publish(folder);
  await following.follow();
  // In the middle of an export.
  await interrupted.step();
  expect(following.records.has(hidden)).toBe(true);
  const key = DOCTORS[2]!.registrationNumber;
  await api.sync((writer) => writer.correct({ ...HIDE, key }), 'corrections');
  await following.follow();
  expect(following.records.has(hidden)).toBe(false);
  let published: Promise<unknown> | undefined;
  const publish = () => void (published = api.publish(folder));
  await Promise.all([begun.follow(publish), interrupted.follow()]);
  await published;
  for (const copy of [begun, interrupted]) expect(copy.sorted).toEqual(following.sorted);
});

it('403: a sandbox key copies nothing', async () => {
  const sandbox = new CareAtlas({ url, key: api.keys.sandbox });
  const copy = async () => {
    for await (const batch of sandbox.mirror()) expect(batch.records).toEqual([]);
  };
  await expect(copy()).rejects.toMatchObject({ code: 'forbidden', status: 403 });
});

describe('watch', () => {
  const query = { list: 'clinics', acceptance: ['yes'], include: ['contact'] } as const;
  const items = new Map<string, object>();
  const ops: string[] = [];
  let state: string | undefined;
  let begun = 0;

  async function follow(): Promise<void> {
    for await (const batch of client.watch(query, state)) {
      if (batch.begins) items.clear();
      if (batch.begins) begun++;
      for (const [id, item] of batch.items) items.set(id, item);
      for (const { op, id, item } of batch.changes) {
        ops.push(op);
        if (item) items.set(id, item);
        else items.delete(id);
      }
      state = batch.state;
    }
  }

  const accept = (accepting: boolean) => api.sync((writer) => writer.clinics([{ ...CLINICS[0], accepting }]));
  const listed = async () => {
    const { clinics } = await client.listClinics({ acceptance: ['yes'], include: ['contact'], limit: 100 });
    return new Map(clinics.map((item) => [item.id, item]));
  };

  it('holds a list, hears each entry and exit once, and begins again when that is no longer kept', async () => {
    await accept(true);
    await follow();
    expect(begun).toBe(1);
    ops.splice(0);
    await accept(false);
    await follow();
    await follow();
    expect(ops).toEqual(['left']);
    const version = await accept(true);
    await follow();
    expect(ops).toEqual(['left', 'entered']);
    const served = (expected: string) =>
      until(async () => (await client.request('listClinics', {}, {})).datasetVersion === expected);
    await served(version);
    expect(items).toEqual(await listed());
    await accept(false);
    await served(await accept(true));
    await api.rows('update directory_change set before_on = null');
    await follow();
    expect(begun).toBe(2);
  });
});
