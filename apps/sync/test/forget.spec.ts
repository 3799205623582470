import { SHIPPED_SOURCES } from '@care-atlas/domain/places';
import { Readable } from 'node:stream';
import { runCommand } from '../src/commands/command.js';
import { clinics } from '../src/sources/clinics.js';
import { availability } from '../src/sources/availability.js';
import { register } from '../src/sources/register.js';
import { reviews } from '../src/sources/reviews.js';
import { specialists } from '../src/sources/specialists.js';
import type { ImportOptions } from '../src/run/import-options.js';
import {
  clinicList,
  clinicsIn,
  directoryIn,
  importFile,
  NOW,
  registrations,
  useImports,
  withoutProgress,
} from './test-import.js';

const test = useImports();
const DAY_MS = 86_400_000;
let time: number;
beforeEach(() => (time = NOW.getTime()));

const A = '11111111-1111-4111-8111-111111111111';
const B = '22222222-2222-4222-8222-222222222222';
const CITY = { id: A, name: 'Maple Clinic', address: '1 King St W, Toronto, ON', postal_code: 'M5A 1E3' };
const SCRAPE = { ...CITY, id: B, phone: '416-555-0199', website: 'https://maple.example', wheelchair: 'yes' };

async function forget(source: string, ...words: readonly string[]) {
  time += DAY_MS;
  const said = { output: '', errors: '' };
  const code = await runCommand(['forget', source, '--why', 'License ended', ...words], {
    databaseUrl: test.url,
    clock: () => new Date(time),
    actor: 'shell:tester',
    input: Object.assign(Readable.from([]), { isTTY: false }),
    output: { write: (more) => (said.output += more) },
    errorOutput: { isTTY: false, write: (more) => (said.errors += more) },
  });
  return { code, output: said.output, errors: withoutProgress(said.errors) };
}

async function importList(
  rows: readonly Readonly<Record<string, string>>[],
  list?: string,
  setting: Partial<ImportOptions> = {},
) {
  time += DAY_MS;
  const path = await test.folder.file(`${list ?? 'clinics'}.csv`, clinicList(...rows));
  const options = { now: new Date(time), ...(list !== undefined && { list }), ...setting };
  return importFile(clinics, path, test.url, options);
}

async function importRegister(...rows: Readonly<Record<string, string>>[]) {
  time += DAY_MS;
  const path = await test.folder.file('register.csv', registrations(...rows));
  return importFile(register, path, test.url, { now: new Date(time), complete: true });
}

const DETAILS = { specialists, availability, reviews };
/** Imports a table of rows, as text, a day after the import before it. */
async function importTable(
  source: keyof typeof DETAILS,
  header: string,
  rows: readonly string[],
  setting: Partial<ImportOptions> = {},
) {
  time += DAY_MS;
  const path = await test.folder.file(`${source}.csv`, [header, ...rows, ''].join('\n'));
  return importFile(DETAILS[source], path, test.url, { now: new Date(time), ...setting });
}
const importServices = (rows: readonly string[], setting?: Partial<ImportOptions>) =>
  importTable('specialists', 'clinic_id,specialty,wait_weeks,accepting', rows, setting);
const importObservations = (rows: readonly string[], setting?: Partial<ImportOptions>) =>
  importTable('availability', 'clinic_id,accepting,method,observed_at', rows, setting);
const importReviews = (rows: readonly string[], setting?: Partial<ImportOptions>) =>
  importTable('reviews', 'clinic_id,id,rating,date,author', rows, setting);
const services = () =>
  test.database.query<readonly unknown[]>(
    `select name, wait_weeks as wait, accepting, source from specialty_service join specialty on id = specialty_id order by name`,
  );
const reviewsOf = async (id: string) =>
  (await directory()).listClinicReviews(id).value.reviews.map(({ author, rating }) => [author, rating]);
const accepting = async (id: string) => (await directory()).getClinic(id).value.clinic.acceptingNewPatients;

const directory = () => directoryIn(test.url, new Date(time));
const SHIPPED = SHIPPED_SOURCES.map(({ name }) => name);
/** The names of the imported sources. */
const sourceNames = async () => {
  const { sources } = (await directory()).listSources().value;
  return sources.map(({ name }) => name).filter((name) => !SHIPPED.includes(name));
};
const audited = async () =>
  (
    await test.database.query<readonly { subject: string }[]>(
      `select subject from audit_event where action = 'source-forgotten'`,
    )
  ).map(({ subject }) => subject);

describe('lists of one kind', () => {
  it('are sources of their own: a complete one ends nothing of another', async () => {
    await importList([CITY], 'city');
    const { source, created } = await importList(
      [
        {
          ...SCRAPE,
          name: 'Oak Clinic',
          address: '9 Elm St, Markham, ON',
          postal_code: 'L3P 1A1',
          lat: '',
          lng: '',
        },
      ],
      'scrape',
      { complete: true },
    );
    expect({ source, created }).toEqual({ source: 'clinics:scrape', created: 1 });
    expect((await directory()).listClinics({}).value.total).toBe(2);
    expect(await sourceNames()).toEqual(['clinics:city', 'clinics:scrape']);
  });

  it('say of one clinic what each of them knows', async () => {
    await importList([CITY], 'city');
    await importList([SCRAPE], 'scrape');
    expect((await directory()).listClinics({}).value.total).toBe(1);
    expect((await directory()).getClinic(A).value.clinic).toMatchObject({
      name: 'Maple Clinic',
      phone: '+1-416-555-0199',
    });
  });
});

describe('forget', () => {
  it('shows what would change, and asks', async () => {
    await importList([CITY], 'city');
    const { code, output, errors } = await forget('clinics:city');
    expect(code).toBe(2);
    expect(output).toContain('To forget clinics:city would take back 1 record:');
    expect(output).toContain(`closed clinic ${A}`);
    expect(errors).toContain('Confirm it with --yes.');
    expect((await directory()).listClinics({}).value.total).toBe(1);
    expect((await forget('clinics:city', '--dry-run')).code).toBe(0);
    expect(await audited()).toEqual([]);
  });

  it('leaves no value of a source in a clinic that another source lists, and every id answers', async () => {
    await importList([SCRAPE], 'scrape');
    await importList([CITY], 'city');
    expect((await directory()).getClinic(B).value.clinic).toMatchObject({
      phone: '+1-416-555-0199',
      website: 'https://maple.example',
    });
    expect(await forget('clinics:scrape', '--yes')).toMatchObject({ code: 0, errors: '' });
    const after = await directory();
    const { clinic } = after.getClinic(B).value;
    expect(clinic).toMatchObject({ id: B, name: 'Maple Clinic', phone: '', website: '' });
    expect(JSON.stringify([clinic, after.getClinicEvidence(B).value])).not.toContain('scrape');
    expect(after.getClinic(A).value.clinic.id).toBe(B);
    expect(await sourceNames()).toEqual(['clinics:city']);
    expect(await audited()).toEqual(['clinics:scrape']);
  });

  it('ends what no other source lists, within the limits of a run', async () => {
    await importList(
      Array.from({ length: 12 }, (_, index) => ({
        id: `place-${index}`,
        name: `Clinic ${index}`,
        address: `${index + 1} Elm St, Markham, ON`,
        postal_code: 'L3P 1A1',
        lat: '',
        lng: '',
      })),
      'scrape',
    );
    const refused = await forget('clinics:scrape', '--yes');
    expect(refused).toMatchObject({ code: 3, errors: expect.stringContaining('confirm the number 12') });
    expect((await directory()).listClinics({}).value.total).toBe(12);
    expect((await forget('clinics:scrape', '--yes', '--confirm-expiry', '12')).code).toBe(0);
    expect((await directory()).listClinics({}).value.total).toBe(0);
    expect(await sourceNames()).toEqual([]);
  });

  it('keeps a clinic where a listed doctor practices, as the register knows it', async () => {
    await importList([{ ...SCRAPE, address: '145 Front Street E, Toronto, ON' }], 'scrape');
    await importRegister({});
    expect((await directory()).getClinic(B).value.clinic).toMatchObject({
      name: 'Maple Clinic',
      website: 'https://maple.example',
    });
    expect((await forget('clinics:scrape', '--yes')).code).toBe(0);
    const { clinic } = (await directory()).getClinic(B).value;
    expect(clinic).toMatchObject({ name: 'Practice at 145 Front Street E', website: '' });
    expect((await clinicsIn(test.url)).get(B)).toMatchObject({ wheelchair: null });
  });

  it('expires the doctors of a register, and an import brings them back', async () => {
    await importRegister({}, { name: 'Ben Oak' });
    expect(await forget('register', '--yes')).toMatchObject({ code: 0 });
    expect((await directory()).listDoctors({}).value.total).toBe(0);
    const { updated, unexpired } = await importRegister({}, { name: 'Ben Oak' });
    expect({ updated, unexpired }).toEqual({ updated: 2, unexpired: 2 });
    expect((await directory()).listDoctors({}).value.total).toBe(2);
    expect(await sourceNames()).toEqual(['register']);
  });

  it('begins anew with an older file of the source', async () => {
    await importList([CITY], 'city');
    expect((await forget('clinics:city', '--yes')).code).toBe(0);
    await importList([{ ...CITY, phone: '416-555-0111' }], 'city', { extractedAt: new Date('2026-01-01') });
    expect((await directory()).getClinic(A).value.clinic.phone).toBe('+1-416-555-0111');
  });

  it.each([
    ['corrections', 'Decisions of operators are withdrawn one by one'],
    ['sample', 'The sample goes with the first import of real data'],
    ['clinics:town', 'The directory has nothing of a source "clinics:town". It has: clinics:city.'],
  ])('refuses %s', async (source, reason) => {
    await importList([CITY], 'city');
    const { code, errors } = await forget(source, '--yes');
    expect(code).toBe(1);
    expect(errors).toContain(reason);
  });
});

describe('services, observations and reviews', () => {
  beforeEach(() => importList([CITY], 'city'));

  it('are those of their sources: a forgotten one gives back what another says', async () => {
    await importServices([`${A},Cardiology,4,yes`, `${A},Neurology,9,`]);
    await importServices([`${A},Cardiology,12,`], { list: 'scrape' });
    expect(await services()).toEqual([
      { name: 'Cardiology', wait: 12, accepting: true, source: 'specialists' },
      { name: 'Neurology', wait: 9, accepting: null, source: 'specialists' },
    ]);
    expect((await forget('specialists:scrape', '--yes')).code).toBe(0);
    expect(await services()).toMatchObject([{ wait: 4, accepting: true }, { wait: 9 }]);
    const { code, output } = await forget('specialists', '--yes');
    expect(code).toBe(0);
    expect(output).toContain(`closed service ${A} Cardiology`);
    expect(await services()).toEqual([]);
    expect(JSON.stringify((await directory()).getClinicEvidence(A).value)).not.toContain('specialists');
  });

  it('leave no trace of a forgotten source, and are no longer listed as one', async () => {
    await importObservations([`${A},yes,phone,2026-10-03`], { list: 'calls' });
    await importObservations([`${A},no,phone,2026-10-01`]);
    await importReviews([`${A},1,5,2026-10-01,Ada Elm`]);
    expect([await accepting(A), await reviewsOf(A)]).toEqual([true, [['Ada E.', 5]]]);
    expect((await forget('availability:calls', '--yes')).code).toBe(0);
    expect((await forget('reviews', '--yes')).code).toBe(0);
    expect([await accepting(A), await reviewsOf(A)]).toEqual([false, []]);
    expect(await test.database.query(`select from source_record where kind = 'review'`)).toEqual([]);
    expect((await forget('reviews', '--yes')).errors).toContain('has nothing of a source "reviews"');
  });

  it('keep what a newer extract said of them, whatever is imported last', async () => {
    const older = { extractedAt: new Date('2026-11-01') };
    await importServices([`${A},Cardiology,4,yes`]);
    await importReviews([`${A},1,5,2026-10-01,Ada Elm`]);
    await importObservations([`${A},yes,phone,2026-10-03`]);
    const counts = [
      await importServices([`${A},Cardiology,12,no`], older),
      await importReviews([`${A},1,1,2026-10-01,Ada Elm`], older),
      await importObservations([`${A},no,phone,2026-10-03`], older),
    ];
    expect(counts.map(({ updated, unchanged }) => [updated, unchanged])).toEqual([
      [0, 0],
      [0, 0],
      [0, 0],
    ]);
    expect(await services()).toMatchObject([{ wait: 4, accepting: true }]);
    expect([await accepting(A), await reviewsOf(A)]).toEqual([true, [['Ada E.', 5]]]);
  });

  it('go with a complete file that lacks them, unless another source has them', async () => {
    const complete = { complete: true };
    await importServices([`${A},Cardiology,4,yes`, `${A},Neurology,9,`, `${A},Urology,2,`]);
    await importServices([`${A},Urology,3,`], { list: 'scrape' });
    expect(await importServices([`${A},Cardiology,4,yes`], complete)).toMatchObject({
      closed: 1,
      updated: 0,
    });
    expect(await services()).toMatchObject([{ name: 'Cardiology' }, { name: 'Urology', wait: 3 }]);
    await importReviews([`${A},1,5,2026-10-01,Ada Elm`, `${A},2,3,2026-10-02,Ben Oak`]);
    await importReviews([`${A},1,1,2026-10-03,Cleo Fir`], { list: 'other' });
    expect(await importReviews([`${A},2,3,2026-10-02,Ben Oak`], complete)).toMatchObject({ closed: 1 });
    expect(await reviewsOf(A)).toEqual([
      ['Cleo F.', 1],
      ['Ben O.', 3],
    ]);
    await importObservations([`${A},yes,phone,2026-10-03`, `${A},no,phone,2026-10-01`]);
    await importObservations([`${A},no,phone,2026-10-01`], complete);
    expect(await accepting(A)).toBe(false);
  });

  it('stay where a complete file has a row that cannot be read, and where too many would go', async () => {
    const rows = Array.from({ length: 12 }, (_, n) => `${A},${n},5,2026-10-01,Ada Elm`);
    await importReviews(rows);
    const unreadable = await importReviews(
      [rows[0]!, `${A},?\u0007,9,2026-10-01,Ada Elm`, `${A},,9,2026-10-01,A`],
      {
        complete: true,
        maxRejects: { count: 2 },
      },
    );
    expect(unreadable).toMatchObject({
      closed: 0,
      notice: expect.stringContaining('None of the reviews was removed'),
    });
    await expect(importReviews([rows[0]!], { complete: true })).rejects.toThrow(
      'This run would close 11 of 12 reviews (91.7%)',
    );
    expect(await reviewsOf(A)).toHaveLength(12);
  });
});
