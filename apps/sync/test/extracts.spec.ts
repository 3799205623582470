import { availability } from '../src/sources/availability.js';
import { clinics } from '../src/sources/clinics.js';
import { register } from '../src/sources/register.js';
import { reviews } from '../src/sources/reviews.js';
import type { Source } from '../src/sources/source.js';
import { specialists } from '../src/sources/specialists.js';
import {
  clinicList,
  clinicsIn,
  csv,
  directoryIn,
  importFile,
  registrations,
  useImports,
} from './test-import.js';

const MAPLE = '7f2c1f60-6f0b-4a51-9c53-2f1f5f5d1001';

const test = useImports();

function day(text: string): Date {
  return new Date(`${text}T08:00:00Z`);
}

async function run(source: Source, content: string, now: Date, setting: object = {}) {
  return importFile(source, await test.folder.file('list.csv', content), test.url, { now, ...setting });
}

async function freshness(now: Date) {
  return (await directoryIn(test.url, now)).getSummary().value.dataFreshness;
}

describe('the same file again', () => {
  it('confirms nothing, and says so, unless it is said to be a new extract', async () => {
    const same = registrations({}, {});
    await run(register, same, day('2026-09-01'), { complete: true });
    const again = await run(register, same, day('2026-10-05'), { complete: true });
    expect(again).toMatchObject({ unchanged: 2 });
    expect(again.notice).toMatch(
      /^The same file was imported on 2026-09-01, so it confirms nothing since then/,
    );
    expect(await freshness(day('2026-10-05'))).toMatchObject({ fresh: 0, stale: 2 });

    const setting = { complete: true, extractedAt: day('2026-10-06') };
    expect(await run(register, same, day('2026-10-06'), setting)).toMatchObject({ notice: null });
    expect(await freshness(day('2026-10-06'))).toMatchObject({ fresh: 2, stale: 0 });
    // From then on it is the extract of that day.
    expect(await run(register, same, day('2026-10-20'), { complete: true })).toMatchObject({ unchanged: 2 });
    expect(await freshness(day('2026-11-01'))).toMatchObject({ fresh: 2, stale: 0 });
    expect(await freshness(day('2026-11-07'))).toMatchObject({ fresh: 0, stale: 2 });
  });

  it('does not make an undated observation newer', async () => {
    const list = clinicList({ id: MAPLE, accepting: 'yes' });
    await run(clinics, list, day('2026-09-01'));
    await run(clinics, list, day('2026-10-05'));
    const { acceptingObserved } = (await clinicsIn(test.url)).get(MAPLE)!;
    expect(acceptingObserved).toMatchObject({ observedAt: day('2026-09-01') });
  });

  it('fails after some days where that is wanted', async () => {
    const same = registrations({});
    await run(register, same, day('2026-09-01'), { maxSameDays: 7 });
    await run(register, same, day('2026-09-08'), { maxSameDays: 7 });
    await expect(run(register, same, day('2026-09-09'), { maxSameDays: 7 })).rejects.toThrow(
      'The file is the same as on 2026-09-01, more than 7 days ago: check whether its source still makes new ones.',
    );
    const extractedAt = day('2026-09-09');
    expect(await run(register, same, extractedAt, { maxSameDays: 7, extractedAt })).toMatchObject({
      unchanged: 1,
    });
  });
});

describe('an older extract', () => {
  it('of the register leaves alone what a newer one said, and counts it', async () => {
    const newer = registrations({ name: 'Amara Newer', location_1_phone: '416-555-0199' }, {});
    await run(register, newer, day('2026-10-02'), { extractedAt: day('2026-10-02') });
    const older = registrations({ name: 'Amara Older', status: 'Revoked' }, {}, { name: 'Only Older' });
    const summary = await run(register, older, day('2026-10-03'), {
      extractedAt: day('2026-10-01'),
      complete: true,
    });
    expect(summary).toMatchObject({ rows: 3, created: 1, updated: 0, expired: 0 });
    expect(summary.leftOut).toEqual([{ reason: 'records that a newer extract described', rows: 2 }]);
    const directory = await directoryIn(test.url, day('2026-10-03'));
    const { doctor } = directory.getDoctor('900001').value;
    expect(doctor).toMatchObject({ name: 'Dr. Amara Newer', clinic: { phone: '+1-416-555-0199' } });
    expect(directory.getDoctor('900003').value.doctor.name).toBe('Dr. Only Older');
  });

  it('that is complete expires nobody whom a newer one has, and still those whom an older one had', async () => {
    await run(register, registrations({}, {}), day('2026-09-01'), { complete: true });
    await run(register, registrations({}), day('2026-10-02'), { extractedAt: day('2026-10-02') });
    const other = registrations({ registration_number: '900009' });
    const setting = { extractedAt: day('2026-10-01'), complete: true };
    expect(await run(register, other, day('2026-10-03'), setting)).toMatchObject({ created: 1, expired: 1 });
    const directory = await directoryIn(test.url, day('2026-10-03'));
    expect(directory.getDoctor('900001').value.doctor.dataFreshness).toBe('fresh');
    expect(directory.getDoctor('900002').value.doctor.dataFreshness).toBe('stale');
  });

  it('that is complete expires the doctors of an older extract that it lacks, although a newer one listed others', async () => {
    await run(register, registrations({}, {}), day('2026-09-01'), { complete: true });
    await run(register, registrations({}), day('2026-10-02'), { extractedAt: day('2026-10-02') });
    const setting = { extractedAt: day('2026-10-01'), complete: true };
    const summary = await run(register, registrations({ languages: 'Tamil' }), day('2026-10-03'), setting);
    expect(summary).toMatchObject({ updated: 0, expired: 1, leftOut: [{ rows: 1 }] });
  });

  it('lists no doctor again whom a newer one lacked', async () => {
    await run(register, registrations({}, {}), day('2026-09-01'));
    const newer = { extractedAt: day('2026-10-02'), complete: true };
    expect(await run(register, registrations({}), day('2026-10-02'), newer)).toMatchObject({ expired: 1 });
    const older = { extractedAt: day('2026-10-01') };
    expect(await run(register, registrations({}, {}), day('2026-10-03'), older)).toMatchObject({
      unexpired: 0,
      leftOut: [{ rows: 2 }],
    });
  });

  it('expires no doctor of an earlier release who was confirmed after it', async () => {
    await run(register, registrations({}, {}), day('2026-10-02'));
    await test.database.query('update doctor set extracted_at = null');
    const setting = { extractedAt: day('2026-10-01'), complete: true };
    const older = registrations({ languages: 'Tamil' });
    expect(await run(register, older, day('2026-10-03'), setting)).toMatchObject({ updated: 0, expired: 0 });
  });

  it('of clinics leaves them alone too', async () => {
    await run(clinics, clinicList({ id: MAPLE, name: 'Newer' }), day('2026-10-02'), {
      extractedAt: day('2026-10-02'),
    });
    const older = clinicList({ id: MAPLE, name: 'Older' }, {});
    const setting = { extractedAt: day('2026-10-01'), complete: true };
    expect(await run(clinics, older, day('2026-10-03'), setting)).toMatchObject({
      created: 1,
      updated: 0,
      leftOut: [{ reason: 'records that a newer extract described', rows: 1 }],
    });
    expect((await clinicsIn(test.url)).get(MAPLE)!.name).toBe('Newer');
    // It lacks the newer clinic, which is not missing: the extract is older than it.
    const without = clinicList({ id: 'other' });
    expect(await run(clinics, without, day('2026-10-03'), setting)).toMatchObject({ closed: 1 });
    expect((await clinicsIn(test.url)).has(MAPLE)).toBe(true);
  });

  it('opens no clinic that a newer one closed', async () => {
    const both = clinicList({ id: MAPLE }, {});
    await run(clinics, both, day('2026-09-01'));
    const newer = { extractedAt: day('2026-10-02'), complete: true };
    expect(await run(clinics, clinicList({ id: MAPLE }), day('2026-10-02'), newer)).toMatchObject({
      closed: 1,
    });
    const older = { extractedAt: day('2026-10-01') };
    expect(await run(clinics, both, day('2026-10-03'), older)).toMatchObject({
      reopened: 0,
      leftOut: [{ rows: 2 }],
    });
  });
});

it('what refers to a clinic of the register stays with it when another source describes it', async () => {
  await run(register, registrations({}), day('2026-10-01'), { complete: true });
  const [id = ''] = (await clinicsIn(test.url)).keys();
  const now = day('2026-10-02');
  const review = { clinic_id: id, author: 'Maria G.', rating: '5', date: '2026-09-30', text: 'Kind.' };
  await run(reviews, csv(review, [{}]), now);
  await run(specialists, csv({ clinic_id: id, specialty: 'Cardiology', wait_weeks: '6' }, [{}]), now);
  const observation = { clinic_id: id, accepting: 'yes', method: 'phone', observed_at: '2026-09-30' };
  await run(availability, csv(observation, [{}]), now);

  await run(clinics, clinicList({ id: MAPLE }), now);
  const directory = await directoryIn(test.url, now);
  // The clinic keeps its id, and answers for the other one.
  expect([...(await clinicsIn(test.url)).keys()]).toEqual([id]);
  for (const known of [id, MAPLE])
    expect(directory.getClinic(known).value.clinic).toMatchObject({ id, acceptingNewPatients: true });
  expect(directory.listClinicReviews(id).value.reviews).toHaveLength(1);
  expect(directory.listSpecialists({ specialty: 'Cardiology' }).value.clinics).toMatchObject([
    { id, wait_weeks: 6 },
  ]);
});
