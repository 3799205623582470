import { randomBytes } from 'node:crypto';
import { HealthRepository } from '@care-atlas/data/administration';
import { type Database, openDatabase } from '@care-atlas/data/connection';
import {
  KeyRepository,
  KeyUsageRepository,
  NOBODY,
  RequestLogRepository,
  type UsageCount,
} from '@care-atlas/data/keys';
import { type DoctorInput, drawSample, recordFindings, runSync } from '@care-atlas/data/sync';
import { type KeyKind, makeKey } from '@care-atlas/domain/access';
import type { ClinicRecord } from '@care-atlas/domain/records';
import { PATIENT } from '@care-atlas/local-postgres/test-database';
import { aClinic, aDoctor, aReview, DAY_MS, uuid } from '../../../libs/domain/test/builders.js';

const HOUR_MS = 3_600_000;
const CLINICS = 400;
const DOCTORS = 600;
/** The golden angle: points on a spiral that never line up. */
const TURN = 2.399963;

/** Returns the clinic of a number, with no optional facts. */
export function aNumberedClinic(n: number, facts: Partial<ClinicRecord> = {}): ClinicRecord {
  return aClinic({
    id: uuid(n),
    name: `Clinic ${n}`,
    address: `${n} Example Street, Toronto, ON M5S 1A1`,
    postalCode: 'M5S 1A1',
    lat: 43.66,
    lng: -79.4,
    ...facts,
  });
}

/** Returns the doctor with the registration number 900000 + n, without a time of import: it is that of the run. */
export function aNumberedDoctor(n: number, clinic: number, confirmedAt: Date | null = null): DoctorInput {
  const { syncedAt: _synced, ...doctor } = aDoctor({
    registrationNumber: String(900_000 + n),
    name: `Dr. Example ${n}`,
    gender: 'female',
    practisingSince: '2001-07-01',
    clinicIds: [uuid(clinic)],
    confirmedAt,
  });
  return doctor;
}

/** Returns a clinic on the spiral. */
function clinicOnMap(n: number, accepting: boolean | null): ClinicRecord {
  const reach = Math.sqrt(n / CLINICS) * 0.25;
  return aNumberedClinic(n, {
    name: `Clinic ${n} (sample)`,
    lat: 43.7 + Math.sin(n * TURN) * reach,
    lng: -79.4 + Math.cos(n * TURN) * reach * 1.6,
    accepting,
  });
}

const doctor = (n: number, confirmedAt: Date | null) => aNumberedDoctor(n, (n % CLINICS) + 1, confirmedAt);
const ago = (days: number) => new Date(Date.now() - days * DAY_MS);
const acceptanceOf = (n: number) => [true, false, true, null][n % 4] as boolean | null;
const from1 = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** Creates a directory with a history: three runs with changes, one that failed, and one with rejected rows. */
export async function fillDirectory(databaseUrl: string): Promise<void> {
  const confirmed = (n: number) => (n % 7 === 0 ? null : ago(n % 5 === 0 ? 60 : 3));
  await runSync(databaseUrl, { source: 'sample' }, ago(20), async (writer) => {
    await writer.clinics(from1(CLINICS).map((n) => clinicOnMap(n, acceptanceOf(n))));
    await writer.doctors(from1(DOCTORS - 100).map((n) => doctor(n, null)));
  });
  await runSync(databaseUrl, { source: 'sample' }, ago(2), async (writer) => {
    await writer.doctors(from1(DOCTORS).map((n) => doctor(n, confirmed(n))));
  });
  const failing = runSync(databaseUrl, { source: 'clinics', fileName: 'broken.csv' }, ago(1), () =>
    Promise.reject(new Error('Line 1: the columns "name" and "address" are missing.')),
  );
  await failing.catch(() => undefined);
  await runSync(
    databaseUrl,
    { source: 'clinics', fileName: 'clinics.csv' },
    new Date(Date.now() - HOUR_MS),
    async (writer) => {
      await writer.clinics([clinicOnMap(1, true), clinicOnMap(2, false)]);
      writer.reject({ line: 7, column: 'name', value: '=1+1', reason: 'A name is missing.' });
    },
    { maxRejected: 1 },
  );
}

/** Adds reviews of a doctor and a clinic of fillDirectory. */
export async function fillReviews(databaseUrl: string): Promise<void> {
  const texts = [
    'The wait was short.',
    'Nobody picks up the telephone.',
    'My neighbour, Mr. Example, was rude.',
  ];
  await runSync(databaseUrl, { source: 'sample' }, ago(1), async (writer) => {
    await writer.reviews(
      texts.map((text, i) =>
        aReview({
          id: uuid(500 + i),
          subject: i === 1 ? { clinic: uuid(6) } : { doctor: '900006' },
          author: i === 0 ? '' : `Patient ${i}`,
          rating: 5 - 2 * i,
          text,
          date: ago(10 + i)
            .toISOString()
            .slice(0, 'yyyy-mm-dd'.length),
        }),
      ),
    );
  });
}

/** Adds two requests of a key of fillUsage that were refused with 429 just now. */
export async function fillRefusals(databaseUrl: string): Promise<void> {
  const database = await openDatabase(databaseUrl, PATIENT);
  try {
    const [key] = await database.query<{ id: string }[]>(
      `select id from api_key where label = 'A booking site'`,
    );
    const refused = { operation: 'listDoctors', channel: 'rest', status: 429, milliseconds: 1 } as const;
    const requests = [1, 2].map((n) => ({
      ...refused,
      keyId: key!.id,
      requestId: `refused-${n}`,
      at: new Date(),
      dataset: '',
    }));
    await new RequestLogRepository(database).add(requests, []);
  } finally {
    await database.close();
  }
}

/** Draws a sample of the directory, and finds four of five values right and some doctors unreachable. */
export async function measureAccuracy(databaseUrl: string): Promise<void> {
  const by = { now: ago(1), actor: 'shell:tester' };
  const chosen = { size: 120, seed: 'dashboard', strata: ['area', 'specialty'] as const };
  const sample = await drawSample(databaseUrl, { ...chosen, ...by }, () => Promise.resolve());
  await recordFindings(databaseUrl, { ...sample, fileHash: 'a file' }, by, (drawn) =>
    drawn.map(({ registrationNumber, field }, i) => {
      const answered = i % 5 === 0 ? 'incorrect' : 'correct';
      const outcome = registrationNumber.endsWith('0') ? 'unreachable' : answered;
      return { registrationNumber, field, outcome };
    }),
  );
  await drawSample(databaseUrl, { ...chosen, ...by, now: new Date(), seed: 'not-called-yet' }, () =>
    Promise.resolve(),
  );
}

/** Stores how the parts of a deployment were: a connector that fails, and an API that failed some days ago. */
export async function fillHealth(databaseUrl: string): Promise<void> {
  const database = await openDatabase(databaseUrl, PATIENT);
  try {
    const [now, ago] = [new Date(), (days: number) => new Date(Date.now() - days * DAY_MS)];
    const seen = { since: ago(3), checkedAt: now };
    const day = (days: number) => ago(days).toISOString().slice(0, 'yyyy-mm-dd'.length);
    const down = { state: 'down', detail: 'http://localhost:3001/ready answered with 503.' } as const;
    await new HealthRepository(database).record(
      [
        {
          component: 'api',
          state: 'up',
          detail: 'Serves the dataset 4-c914b2b6; answered in 3 ms.',
          ...seen,
        },
        { component: 'connector', ...down, ...seen },
        {
          component: 'store',
          state: 'unknown',
          detail: 'None is configured: each process counts its limits on its own.',
          ...seen,
        },
        {
          component: 'register',
          state: 'degraded',
          detail: 'No complete register was imported yet.',
          ...seen,
        },
      ],
      from1(60).flatMap((days) => [
        { day: day(days), component: 'api', state: 'up', seconds: 86_000 } as const,
        ...(days === 20 ? [{ day: day(20), component: 'api', state: 'down', seconds: 400 } as const] : []),
        { day: day(days), component: 'connector', state: days < 3 ? 'down' : 'up', seconds: 86_400 } as const,
        ...(days === 9
          ? [{ day: day(9), component: 'register', state: 'degraded', seconds: 9_000 } as const]
          : []),
      ]),
      [
        { component: 'api', ...down, at: ago(20) },
        { component: 'api', state: 'up', detail: '', at: ago(19.9) },
        { component: 'connector', ...down, at: ago(3) },
      ],
    );
  } finally {
    await database.close();
  }
}

/** Creates keys of each kind with two days of usage, more by day than by night. */
export async function fillUsage(databaseUrl: string): Promise<void> {
  const database = await openDatabase(databaseUrl, PATIENT);
  try {
    const live = await aKey(database, 'live', 'A booking site');
    const gateway = await aKey(database, 'gateway', 'A market place');
    const sandbox = await aKey(database, 'sandbox', 'Published');
    const counts: UsageCount[] = from1(48).flatMap((hoursAgo) => {
      const hour = new Date(Math.floor(Date.now() / HOUR_MS - hoursAgo) * HOUR_MS);
      const busy = Math.round(40 + 30 * Math.sin((hour.getUTCHours() / 24) * 2 * Math.PI));
      const count = (keyId: string, operation: string, status: number, requests: number) => ({
        hour,
        keyId,
        operation,
        status,
        requests,
      });
      return [
        count(live, 'listDoctors', 200, busy * 9),
        count(live, 'getDoctor', 304, busy * 3),
        count(live, 'searchDoctors', 429, busy % 7),
        count(gateway, 'listClinics', 200, busy * 4),
        count(gateway, 'listClinics', 400, busy % 3),
        count(sandbox, 'listDoctors', 200, busy),
        count(sandbox, 'rotateKey', 403, busy % 2),
        count(NOBODY, 'listDoctors', 401, busy % 11),
      ].filter(({ requests }) => requests > 0);
    });
    await new KeyUsageRepository(database).add(counts);
  } finally {
    await database.close();
  }
}

async function aKey(database: Database, kind: KeyKind, label: string): Promise<string> {
  const key = makeKey(kind, (length) => randomBytes(length));
  return (await new KeyRepository(database).create({ kind, label }, key)).id;
}
