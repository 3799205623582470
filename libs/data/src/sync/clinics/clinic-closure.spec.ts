import { loadDataset } from '../../directory/loading/dataset-loader.js';
import {
  aClinic,
  aDoctor,
  aLocation,
  aRegistration,
  changesOf,
  contentOf,
  empty,
  LATER,
  NOTHING,
  NOW,
  sync,
  uuid,
  useTestDatabase,
} from '../../../test/test-directory.js';
import { Directory } from '@care-atlas/domain/directory';
import { ReadModelBuilder } from '@care-atlas/domain/read-model';
import { FULL_SIZES } from '@care-atlas/domain/access';
import { runSync } from '../sync-run.js';
import type { ClinicInput } from '../index.js';

const database = useTestDatabase();

beforeEach(() => empty(database.url));

/** Clinics with the numbers given, each at an address of its own. */
const clinics = (...numbers: number[]): ClinicInput[] =>
  numbers.map((n) =>
    aClinic({ id: uuid(n), name: `Clinic ${n}`, address: `${n} Main Street, Toronto`, postalCode: '' }),
  );

const complete = (...numbers: number[]) =>
  sync(database.url, (writer) => writer.clinics(clinics(...numbers), { complete: true }), LATER);

/** Imports clinics from a list of facilities that somebody publishes. */
const publish = (...numbers: number[]) =>
  runSync(database.url, { source: 'odhf' }, NOW, (writer) =>
    writer.clinics(clinics(...numbers).map((clinic): ClinicInput => ({ ...clinic, origin: 'open-data' }))),
  );

async function directory(): Promise<Directory> {
  const builder = await loadDataset(database.url, (about) => new ReadModelBuilder(about));
  const model = builder.build();
  return new Directory(
    () => model,
    () => LATER,
  );
}

const openClinics = async () =>
  (await directory()).listClinics({}, FULL_SIZES).value.clinics.map((clinic) => clinic.name);

const at = (n: number) => aLocation({ address: `${n} Main St, Toronto`, postalCode: '' });

describe('a source that says which clinics have ended', () => {
  const ended = (...numbers: number[]) => ({ ended: numbers.map(uuid) });

  test('closes these, and no others', async () => {
    await sync(database.url, (writer) => writer.clinics(clinics(1, 2, 3)));
    const { counts, runId } = await sync(
      database.url,
      (writer) => writer.clinics(clinics(1), ended(3, 4)),
      LATER,
    );
    expect(counts).toEqual({ ...NOTHING, read: 1, unchanged: 1, closed: 1 });
    expect(await changesOf(database.url, runId)).toEqual([['clinic', uuid(3), 'closed', {}]]);
    expect(await openClinics()).toEqual(['Clinic 1', 'Clinic 2']);
  });

  test('lists a clinic that it describes too', async () => {
    await sync(database.url, (writer) => writer.clinics(clinics(1)));
    const { counts } = await sync(database.url, (writer) => writer.clinics(clinics(1), ended(1)), LATER);
    expect(counts).toMatchObject({ closed: 0, unchanged: 1 });
  });

  test('does not close where a listed doctor practices', async () => {
    await sync(database.url, (writer) => writer.clinics(clinics(1)));
    await sync(database.url, (writer) => writer.register([aRegistration({ locations: [at(1)] })]));
    const { counts } = await sync(database.url, (writer) => writer.clinics([], ended(1)), LATER);
    expect(counts).toMatchObject({ closed: 0, kept: 1 });
  });
});

describe('a complete source of clinics', () => {
  test('closes its own clinics that it lacks; a partial one does not', async () => {
    await publish(3);
    await sync(database.url, (writer) => writer.clinics(clinics(1, 2)));
    await sync(database.url, (writer) => writer.clinics(clinics(1)));
    expect(await openClinics()).toEqual(['Clinic 1', 'Clinic 2', 'Clinic 3']);
    const { counts, runId } = await complete(1);
    expect(counts).toEqual({ ...NOTHING, read: 1, unchanged: 1, closed: 1 });
    expect(await changesOf(database.url, runId)).toEqual([['clinic', uuid(2), 'closed', {}]]);
    expect(await openClinics()).toEqual(['Clinic 1', 'Clinic 3']);
  });

  test('closes no published facility, though it described it before', async () => {
    await publish(2, 3);
    const described = { ...clinics(2)[0]!, phone: '+1-416-555-0102' };
    await sync(database.url, (writer) => writer.clinics([...clinics(1), described], { complete: true }));
    expect((await complete(1)).counts).toEqual({ ...NOTHING, read: 1, unchanged: 1 });
    expect(await openClinics()).toEqual(['Clinic 1', 'Clinic 2', 'Clinic 3']);
  });

  test('that is read again closes nothing more', async () => {
    await sync(database.url, (writer) => writer.clinics(clinics(1, 2)));
    await complete(1);
    expect((await complete(1)).counts).toEqual({ ...NOTHING, read: 1, unchanged: 1 });
  });

  test('opens a clinic again under the same id', async () => {
    await sync(database.url, (writer) => writer.clinics(clinics(1, 2)));
    await complete(1);
    const { counts, runId } = await complete(1, 2);
    expect(counts).toEqual({ ...NOTHING, read: 2, unchanged: 1, updated: 1, reopened: 1 });
    expect(await changesOf(database.url, runId)).toEqual([['clinic', uuid(2), 'reopened', {}]]);
    expect(await openClinics()).toEqual(['Clinic 1', 'Clinic 2']);
  });

  test('that is empty is refused', async () => {
    await expect(complete()).rejects.toThrow('The list of clinics is called complete but holds no clinic.');
  });

  test('does not miss a clinic whose row could not be used', async () => {
    await sync(database.url, (writer) => writer.clinics(clinics(1, 2)));
    const { counts } = await sync(
      database.url,
      async (writer) => {
        writer.reject({ line: 3, column: 'lat', value: '?', reason: 'No.' }, uuid(2));
        await writer.clinics(clinics(1), { complete: true });
      },
      LATER,
      { maxRejected: 1 },
    );
    expect(counts.closed).toBe(0);
  });

  test('may not close more than its share at once', async () => {
    const all = Array.from({ length: 100 }, (_, n) => n + 1);
    await sync(database.url, (writer) => writer.clinics(clinics(...all)));
    const before = await contentOf(database.url);
    await expect(complete(...all.slice(10))).rejects.toThrow(
      `This run would close 10 of 100 open clinics (10%), more than the 2% that one run may: Clinic 1 (${uuid(1)}), `,
    );
    expect(await contentOf(database.url)).toBe(before);
    const confirmed = await sync(
      database.url,
      (writer) => writer.clinics(clinics(...all.slice(10)), { complete: true }),
      LATER,
      { confirmExpiry: 10 },
    );
    expect(confirmed.counts.closed).toBe(10);
  });

  test('keeps a clinic at which the register says that a listed doctor practices, and says so', async () => {
    await sync(database.url, async (writer) => {
      await writer.clinics(clinics(1, 2, 3, 4));
      await writer.register([
        aRegistration({ locations: [at(2), at(3)] }),
        aRegistration({ registrationNumber: '900002', status: 'Expired', locations: [at(4)] }),
      ]);
    });
    const { counts } = await complete(1);
    expect(counts).toEqual({ ...NOTHING, read: 1, unchanged: 1, closed: 1, kept: 2 });
    expect(await openClinics()).toEqual(['Clinic 1', 'Clinic 2', 'Clinic 3']);
  });
});

const practisingAt = (...numbers: number[]) =>
  sync(database.url, async (writer) => {
    await writer.clinics(clinics(1, 2, 3, 4));
    await writer.doctors([aDoctor({ clinicIds: numbers.map(uuid) })]);
  });

const clinicOf = async () => (await directory()).getDoctor('900001').value.doctor.clinic.name;

async function directoryClinic(id: string): Promise<unknown> {
  return (await directory()).getClinic(id, {}, FULL_SIZES);
}

test('a clinic stays open while any source says that a listed doctor practices there', async () => {
  await practisingAt(2, 3);
  const { counts } = await complete(1, 4);
  expect(counts).toEqual({ ...NOTHING, read: 2, unchanged: 2, kept: 2 });
  expect(await clinicOf()).toBe('Clinic 2');
});

test('a doctor whose registration has expired still shows the clinic, and nobody else does', async () => {
  await practisingAt(2);
  await sync(database.url, (writer) => writer.doctors([aDoctor({ clinicIds: [uuid(2)], expiredAt: NOW })]));
  expect((await complete(1)).counts.closed).toBe(3);
  expect(await clinicOf()).toBe('Clinic 2');
  const { clinics: listed } = (await directory()).listClinics({}, FULL_SIZES).value;
  expect(listed.map(({ name }) => name)).toEqual(['Clinic 1']);
  await expect(directoryClinic(uuid(2))).rejects.toThrow('There is no clinic with this id.');
});
