import type { PlannedRequest } from '../test/stage/client-load.js';
import type { Stage } from '../test/stage/stage.js';

/** Limits that no scenario reaches. */
export const UNLIMITED = {
  RATE_LIMIT_LIVE: '100000000',
  RATE_LIMIT_OPEN: '100000000',
  RATE_LIMIT_FAILURES: '100000000',
};

/** Returns read requests of every kind, with a new key. */
export async function reads(stage: Stage): Promise<readonly PlannedRequest[]> {
  const key = await stage.mintKey();
  const { rows } = await stage.database.pool.query<{ doctor: string; clinic: string }>(
    `select (select min(registration_number) from doctor where expired_at is null) as doctor,
       (select id from clinic where closed_at is null order by id limit 1) as clinic`,
  );
  const { doctor, clinic } = rows[0]!;
  return [
    '/doctors?limit=5',
    '/doctors/search?q=an',
    '/doctors?accepting=true&languages=French,Tamil',
    `/doctors/${doctor}`,
    `/doctors/${doctor}/reviews`,
    '/doctors/summary',
    '/clinics?lat=43.66&lng=-79.39&limit=5',
    `/clinics/${clinic}`,
    '/specialists?specialty=Cardiology',
    '/metadata/languages',
  ].map((path) => ({ path: `/api/v1${path}`, key }));
}
