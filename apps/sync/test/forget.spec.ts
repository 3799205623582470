import { Readable } from 'node:stream';
import { runCommand } from '../src/commands/command.js';
import { clinics } from '../src/sources/clinics.js';
import { register } from '../src/sources/register.js';
import type { ImportOptions } from '../src/run/import-run.js';
import {
  clinicList,
  clinicsIn,
  directoryIn,
  importFile,
  NOW,
  registrations,
  useImports,
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
  return { code, ...said };
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

const directory = () => directoryIn(test.url, new Date(time));
const sourceNames = async () => (await directory()).listSources().value.sources.map(({ name }) => name);
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
