import type {
  ClinicRecord,
  DoctorRecord,
  ReviewRecord,
  SpecialtyServiceRecord,
} from '@care-atlas/domain/records';
import pg from 'pg';
import {
  aClinic,
  aDoctor,
  aReview,
  empty,
  eventually,
  feedOneOfEach,
  LATER,
  NOW,
  rowsOf,
  sync,
  uuid,
  useTestDatabase,
} from '../../../test/test-directory.js';
import { type DatasetAbout, type DatasetSink, loadDataset } from './dataset-loader.js';
import { doctorId } from '../../sync/record-ids.js';

const database = useTestDatabase();

beforeEach(() => empty(database.url));

/** Keeps what it is given, and the order of kinds. */
class Collected implements DatasetSink {
  readonly clinics: ClinicRecord[] = [];
  readonly closedClinics: ClinicRecord[] = [];
  readonly merges: (readonly [id: string, survivor: string])[] = [];
  readonly closures: (readonly [id: string, closedAt: Date])[] = [];
  readonly doctors: DoctorRecord[] = [];
  readonly services: SpecialtyServiceRecord[] = [];
  readonly reviews: ReviewRecord[] = [];
  readonly kinds: string[] = [];

  constructor(readonly about: DatasetAbout) {}

  addClinic(record: ClinicRecord): void {
    this.clinics.push(record);
    this.#note('clinic');
  }

  addClosedClinic(record: ClinicRecord): void {
    this.closedClinics.push(record);
  }

  addMergedClinic(id: string, survivor: string): void {
    this.merges.push([id, survivor]);
  }

  addClosure(id: string, closedAt: Date): void {
    this.closures.push([id, closedAt]);
  }

  addDoctor(record: DoctorRecord): void {
    this.doctors.push(record);
    this.#note('doctor');
  }

  addService(record: SpecialtyServiceRecord): void {
    this.services.push(record);
    this.#note('service');
  }

  addReview(record: ReviewRecord): void {
    this.reviews.push(record);
    this.#note('review');
  }

  #note(kind: string): void {
    if (this.kinds.at(-1) !== kind) this.kinds.push(kind);
  }
}

/** The sessions of this database that wait for a lock. */
const waiting = () =>
  rowsOf(
    database.url,
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );

const load = () => loadDataset(database.url, (about) => new Collected(about));

test('an empty directory is a dataset', async () => {
  const [version] = await rowsOf<{ tag: string; created_at: Date }>(
    database.url,
    'select * from dataset_version',
  );
  const { about, kinds } = await load();
  const shown = `1-${version!.tag.slice(0, 8)}`;
  expect(about).toEqual({ version: shown, syncedAt: version!.created_at, sources: [] });
  expect(kinds).toEqual([]);
});

test('records come back as they were written, kind after kind', async () => {
  const { version } = await sync(database.url, feedOneOfEach);
  const loaded = await load();
  const [run] = await rowsOf<{ finished_at: Date }>(database.url, 'select finished_at from sync_run');
  const source = { name: 'test', publisher: '', licence: '', attribution: '', retrievedAt: NOW };
  expect(loaded.about).toEqual({ version, syncedAt: run!.finished_at, sources: [source] });
  expect(loaded.kinds).toEqual(['clinic', 'doctor', 'service', 'review']);
  expect(loaded.clinics).toEqual([
    {
      ...aClinic(),
      acceptingObserved: {
        observedAt: NOW,
        dated: false,
        method: '',
        source: 'test',
        sourceMethod: 'clinic_attested',
        code: null,
      },
      evidence: expect.any(Array) as unknown,
      nearSubway: false,
      syncedAt: NOW,
    },
  ]);
  expect(loaded.doctors).toEqual([{ ...aDoctor(), id: doctorId('900001'), syncedAt: NOW }]);
  expect(loaded.services).toEqual([
    {
      clinicId: uuid(1),
      specialty: 'Cardiology',
      waitWeeks: 12,
      accepting: null,
      evidence: [
        {
          fact: 'serviceWait',
          value: 12,
          previous: null,
          source: 'test',
          method: 'clinic_attested',
          observedAt: NOW,
          dated: false,
        },
      ],
    },
  ]);
  expect(loaded.reviews).toEqual([aReview(), aReview({ id: uuid(501), subject: { clinic: uuid(1) } })]);
});

test('the time of the dataset is that of the newest run that succeeded', async () => {
  await sync(database.url, feedOneOfEach);
  const before = (await load()).about;
  await sync(database.url, () => Promise.reject(new Error('boom')), new Date('2027-01-01')).catch(
    () => undefined,
  );
  expect((await load()).about).toEqual(before);
});

test('optional facts may be missing', async () => {
  const clinic = aClinic({ openingHours: [], wheelchair: null, accepting: null });
  const doctor = aDoctor({ specialties: [], languages: [], gender: '', confirmedAt: null, expiredAt: NOW });
  await sync(database.url, async (writer) => {
    await writer.clinics([clinic]);
    await writer.doctors([doctor]);
    await writer.reviews([aReview({ dimensions: {} })]);
  });
  const { clinics, doctors, reviews } = await load();
  expect(clinics).toMatchObject([clinic]);
  expect(doctors).toMatchObject([doctor]);
  expect(reviews).toEqual([aReview({ dimensions: {} })]);
});

test('every kind has a total order, by code point', async () => {
  const names = ['Zoë', 'Åsa', 'asa', 'Éva', 'Eva-Lin', 'Eva Lin'];
  await sync(database.url, async (writer) => {
    await writer.clinics([...names, 'asa'].map((name, n) => aClinic({ id: uuid(20 - n), name })));
    await writer.doctors(
      [...names, 'asa'].map((name, n) =>
        aDoctor({ registrationNumber: String(12 - n), name, clinicIds: [uuid(20)] }),
      ),
    );
    await writer.services(
      [uuid(19), uuid(18)].flatMap((clinicId) =>
        ['Urology', 'Neurology'].map((specialty) => ({ clinicId, specialty, waitWeeks: 1, accepting: null })),
      ),
    );
    await writer.reviews([
      aReview({ id: uuid(1), subject: { clinic: uuid(20) }, date: '2026-01-01' }),
      aReview({ id: uuid(2), subject: { doctor: '9' }, date: '2026-01-01' }),
      aReview({ id: uuid(3), subject: { doctor: '9' }, date: '2026-01-02' }),
      aReview({ id: uuid(5), subject: { doctor: '10' }, date: '2026-01-01' }),
      aReview({ id: uuid(4), subject: { doctor: '10' }, date: '2026-01-01' }),
      aReview({ id: uuid(6), subject: { clinic: uuid(19) }, date: '2026-01-01' }),
    ]);
  });
  const { clinics, doctors, services, reviews } = await load();
  expect(clinics.map(({ name, id }) => [name, Number(id.slice(-2))])).toEqual([
    ['asa', 14],
    ['asa', 18],
    ['Åsa', 19],
    ['Éva', 17],
    ['Eva Lin', 15],
    ['Eva-Lin', 16],
    ['Zoë', 20],
  ]);
  expect(doctors.map(({ name, registrationNumber }) => [name, registrationNumber])).toEqual([
    ['asa', '10'],
    ['Åsa', '11'],
    ['asa', '6'],
    ['Éva', '9'],
    ['Eva Lin', '7'],
    ['Eva-Lin', '8'],
    ['Zoë', '12'],
  ]);
  expect(services.map(({ clinicId, specialty }) => [Number(clinicId.slice(-2)), specialty])).toEqual([
    [18, 'Neurology'],
    [18, 'Urology'],
    [19, 'Neurology'],
    [19, 'Urology'],
  ]);
  expect(reviews.map(({ id }) => Number(id.slice(-1)))).toEqual([4, 5, 3, 2, 6, 1]);
});

test('more records than one batch holds all arrive once', async () => {
  const numbers = Array.from({ length: 1001 }, (_, n) => n);
  await sync(database.url, async (writer) => {
    await writer.clinics([aClinic()]);
    await writer.doctors(numbers.map((n) => aDoctor({ registrationNumber: String(n) })));
    await writer.reviews(numbers.map((n) => aReview({ id: uuid(n), subject: { doctor: String(n) } })));
  });
  const { doctors, reviews } = await load();
  expect(new Set(doctors.map(({ registrationNumber }) => Number(registrationNumber)))).toEqual(
    new Set(numbers),
  );
  expect([doctors.length, reviews.length]).toEqual([1001, 1001]);
});

test('a clinic that has closed is left out, with what belongs to it', async () => {
  await sync(database.url, async (writer) => {
    await writer.clinics([1, 2, 3].map((n) => aClinic({ id: uuid(n) })));
    await writer.doctors([
      aDoctor({ registrationNumber: '1', clinicIds: [uuid(1), uuid(2), uuid(3)] }),
      aDoctor({ registrationNumber: '2', clinicIds: [uuid(2), uuid(1)] }),
      aDoctor({ registrationNumber: '3', clinicIds: [uuid(1)] }),
    ]);
    for (const n of [1, 2]) {
      await writer.services([{ clinicId: uuid(n), specialty: 'Urology', waitWeeks: 1, accepting: null }]);
      await writer.reviews([aReview({ id: uuid(n), subject: { clinic: uuid(n) } })]);
    }
    await writer.reviews([aReview({ id: uuid(9), subject: { doctor: '3' } })]);
  });
  await rowsOf(
    database.url,
    `update clinic set closed_at = '${LATER.toISOString()}' where id = '${uuid(1)}'`,
  );
  const { clinics, closures, doctors, services, reviews } = await load();
  expect(closures).toEqual([[uuid(1), LATER]]);
  expect(clinics.map(({ id }) => id)).toEqual([uuid(2), uuid(3)]);
  expect(doctors.map(({ clinicIds }) => clinicIds)).toEqual([[uuid(2), uuid(3)], [uuid(2)], []]);
  expect(services.map(({ clinicId }) => clinicId)).toEqual([uuid(2)]);
  expect(reviews.map(({ id }) => id)).toEqual([uuid(9), uuid(2)]);
});

test('of a hidden clinic nothing is loaded, not even that it closed, or as the last one of an expired doctor', async () => {
  await sync(database.url, async (writer) => {
    await writer.clinics([1, 2].map((n) => aClinic({ id: uuid(n) })));
    await writer.doctors([
      aDoctor({ registrationNumber: '1', clinicIds: [uuid(1)] }),
      aDoctor({ registrationNumber: '2', clinicIds: [uuid(2)], expiredAt: LATER }),
    ]);
  });
  const hide = { kind: 'hide', record: 'clinic', given: {}, fields: {}, why: 'test', until: null } as const;
  await sync(database.url, (writer) => writer.correct({ ...hide, key: uuid(2), by: 'test' }));
  const { clinics, closedClinics, closures, doctors } = await load();
  expect([clinics, closedClinics].map((list) => list.map(({ id }) => id))).toEqual([[uuid(1)], []]);
  expect(closures).toEqual([]);
  expect(doctors.map(({ registrationNumber }) => registrationNumber)).toEqual(['1']);
});

test('what is committed while a dataset is loaded is not seen in it', async () => {
  const { version } = await sync(database.url, feedOneOfEach);
  const writer = new pg.Client({ connectionString: database.url });
  await writer.connect();
  await writer.query(`begin; lock table doctor; update doctor set name = 'Dr. Changed';
    delete from review; insert into dataset_version default values`);

  // Loading stops where the doctors begin, and goes on when everything has been changed.
  const loading = load();
  await eventually(async () => (await waiting()).length > 0);
  await writer.query('commit');
  await writer.end();

  const loaded = await loading;
  expect(loaded.about.version).toBe(version);
  expect(loaded.doctors.map(({ name }) => name)).toEqual([aDoctor().name]);
  expect(loaded.reviews).toHaveLength(2);

  const changed = await load();
  expect(changed.about.version).not.toBe(version);
  expect(changed.doctors.map(({ name }) => name)).toEqual(['Dr. Changed']);
  expect(changed.reviews).toEqual([]);
});

test('other work goes on between two batches', async () => {
  const numbers = Array.from({ length: 3000 }, (_, n) => n);
  await sync(database.url, (writer) => writer.clinics(numbers.map((n) => aClinic({ id: uuid(n) }))));
  const seen: number[] = [];
  let added = 0;
  let loading = true;
  const beat = () => {
    if (added > (seen.at(-1) ?? 0)) seen.push(added);
    if (loading) setImmediate(beat);
  };
  beat();
  await loadDataset(database.url, (about) =>
    Object.assign(new Collected(about), { addClinic: () => void added++ }),
  );
  loading = false;
  const steps = seen.map((count, i) => count - (seen[i - 1] ?? 0));
  expect(Math.max(...steps)).toBeLessThanOrEqual(250);
});

test('what the sink throws ends the loading and its connection', async () => {
  await sync(database.url, feedOneOfEach);
  const loading = loadDataset(database.url, (about) =>
    Object.assign(new Collected(about), {
      addDoctor: () => {
        throw new Error('boom');
      },
    }),
  );
  await expect(loading).rejects.toThrow('boom');
});
