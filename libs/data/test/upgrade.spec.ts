import { makeKey } from '@care-atlas/domain/access';
import { DoctorQuery, QueryReader } from '@care-atlas/domain/contract';
import { Directory } from '@care-atlas/domain/directory';
import { AsOf } from '@care-atlas/domain/rules';
import { PATIENT } from '@care-atlas/local-postgres/test-database';
import { AdministratorRepository, readableCode, verifyPassword } from '../src/administration/index.js';
import { type Database, migrate, openMigratedDatabase } from '../src/connection/index.js';
import { cursorText } from '../src/directory/feed/change-cursor.js';
import { ChangeFeedRepository } from '../src/directory/feed/change-feed.repository.js';
import { loadReadModel } from '../src/directory/index.js';
import { hashSecret, KeyRepository } from '../src/keys/index.js';
import { runSync } from '../src/sync/index.js';
import { createEarlierDatabase } from './earlier-database.js';
import { aClinic, aRegistration, NOW, rowsOf, type TestDatabase, uuid } from './test-directory.js';

// What version 0.9.0 answered over the same rows.
const day = (n: number) => new Date(NOW.getTime() + n * 86_400_000);
/** The bytes of which the keys and the passwords of the dump were made. */
const bytes = (first: number) => (count: number) =>
  Uint8Array.from({ length: count }, (_, n) => (first + 7 * n) % 256);
const key = (first: number) => makeKey('live', bytes(first));

let earlier: TestDatabase;
let database: Database;
beforeAll(async () => {
  earlier = await createEarlierDatabase();
  await migrate(earlier.url);
  database = await openMigratedDatabase(earlier.url, PATIENT);
});
afterAll(async () => {
  await database?.close();
  await earlier?.drop();
});

async function directory(): Promise<Directory> {
  const model = await loadReadModel(earlier.url);
  return new Directory(
    () => model,
    () => day(6),
  );
}

async function clinicEvidence(field: string) {
  const { evidence } = (await directory()).getClinicEvidence(uuid(1)).value;
  return evidence.filter((row) => row.field === field);
}

describe('after the upgrade of a database of version 0.9.0', () => {
  it('the doctors are listed, and the hidden one is not', async () => {
    const { doctors, total } = (await directory()).listDoctors(new QueryReader(DoctorQuery).read({})).value;
    expect(doctors.map(({ name }) => name)).toEqual(['Dr. Amy Oak', 'Dr. Ben Elm', 'Dr. Dia Fir']);
    expect(total).toBe(3);
  });

  it('evidence has its values, sources, times and what was said before', async () => {
    expect(await clinicEvidence('phone')).toMatchObject([
      {
        value: '+1-416-555-0142',
        previous: '+1-416-555-0101',
        method: 'clinic_attested',
        observedAt: day(3).toISOString(),
        dated: false,
      },
    ]);
    expect(await clinicEvidence('accepting')).toMatchObject([
      { value: true, observedAt: NOW.toISOString(), dated: false },
      { value: false, method: 'phone_call', observedAt: day(-2).toISOString() },
    ]);
    const { evidence } = (await directory()).getDoctorEvidence('900004').value;
    expect(evidence.find(({ field }) => field === 'specialties')).toMatchObject({
      value: ['Dermatology'],
      previous: ['Cardiology', 'Internal Medicine'],
      observedAt: day(2).toISOString(),
    });
  });

  it('corrections hold', async () => {
    expect(await clinicEvidence('website')).toMatchObject([
      { value: 'https://oak.example', method: 'correction', observedAt: day(4).toISOString() },
    ]);
  });

  it('the feed of changes goes on after a cursor that was given before', async () => {
    const after = cursorText({ seq: 15, version: '10-a96ae2fb' });
    const { changes, more } = await new ChangeFeedRepository(database).changes({ asOf: new AsOf(new Date()), after, limit: 10 });
    expect(changes.map(({ type, id, op, fields }) => [type, id, op, ...fields])).toEqual([
      ['clinic', uuid(1), 'updated', 'website'],
      ['clinic', uuid(3), 'updated', 'languages', 'specialties', 'doctorCount'],
      ['doctor', '900003', 'removed'],
    ]);
    expect(more).toBe(false);
  });

  it('keys are as they were: active, replaced, revoked', async () => {
    const hashes = [1, 2, 3, 4].map((first) => hashSecret(key(first)));
    const found = await new KeyRepository(database).byHashes(hashes);
    expect(hashes.map((hash) => found.get(hash.toString('hex'))?.isRevoked)).toEqual([
      false,
      true,
      false,
      true,
    ]);
  });

  it('administrators have their roles and passwords', async () => {
    const administrators = await new AdministratorRepository(database.manager).list();
    expect(administrators.map(({ name, role }) => [name, role])).toEqual([
      ['ada', 'administrator'],
      ['grace', 'viewer'],
    ]);
    const [stored] = await rowsOf<{ hash: string }>(
      earlier.url,
      `select password_hash as hash from administrator where name = 'ada'`,
    );
    expect(await verifyPassword(stored!.hash, readableCode(24, bytes(9)))).toBe(true);
  });

  it('the next import continues the history', async () => {
    const { runId } = await runSync(earlier.url, { source: 'clinics' }, day(6), (writer) =>
      writer.clinics([aClinic({ name: 'Oak Family Health', accepting: true, phone: '+1-416-555-0177' })]),
    );
    const [version] = await rowsOf(
      earlier.url,
      'select number, run_id, last_change from dataset_version order by number desc limit 1',
    );
    expect(version).toEqual({ number: '15', run_id: runId, last_change: '21' });
    expect(await clinicEvidence('phone')).toMatchObject([
      { value: '+1-416-555-0177', previous: '+1-416-555-0142', observedAt: day(6).toISOString() },
    ]);
    await runSync(earlier.url, { source: 'corrections' }, day(6), (writer) =>
      writer.withdraw(1, 'ada', 'It was wrong.'),
    );
    expect(await clinicEvidence('website')).toMatchObject([{ value: null, state: 'never' }]);
  });

  it('services, observations and reviews are those of their sources, and what waited goes on waiting', async () => {
    const services = () =>
      rowsOf(earlier.url, 'select wait_weeks as wait, accepting, source from specialty_service');
    const reviews = () => rowsOf(earlier.url, 'select id from review order by id');
    const before = [await services(), await reviews()];
    expect(before).toEqual([
      [{ wait: 12, accepting: true, source: 'specialists' }],
      [{ id: uuid(500) }, { id: uuid(501) }],
    ]);
    const older = { source: 'specialists', extractedAt: day(-1) };
    await runSync(earlier.url, older, day(7), (writer) =>
      writer.services([{ clinicId: uuid(1), specialty: 'Cardiology', waitWeeks: 3, accepting: false }]),
    );
    expect([await services(), await reviews()]).toEqual(before);
    const { counts } = await runSync(earlier.url, { source: 'register' }, day(8), (writer) =>
      writer.register([aRegistration({ registrationNumber: '900099' })]),
    );
    expect(counts.matched).toBe(1);
    expect(await reviews()).toHaveLength(3);
    const forget = (source: string) =>
      runSync(earlier.url, { source: 'corrections' }, day(9), (writer) =>
        writer.forget(source, 'ada', 'It ended.'),
      );
    for (const source of ['specialists', 'reviews', 'availability']) await forget(source);
    expect([await services(), await reviews()]).toEqual([[], []]);
    expect(await clinicEvidence('accepting')).toMatchObject([{ source: { name: 'clinics' } }]);
  });
});
