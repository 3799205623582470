import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import { openDatabase } from '@care-atlas/data/connection';
import { LocalExportStore } from '@care-atlas/data/exports';
import { loadDataset } from '@care-atlas/data/directory';
import type { ClinicRecord, DoctorRecord, SpecialtyServiceRecord } from '@care-atlas/domain/records';
import { createTestDatabase, PATIENT, type TestDatabase } from '@care-atlas/local-postgres/test-database';
import { runCommand } from '../src/commands/command.js';
import { EXAMPLES, NOW, registrations, useImports } from './test-import.js';

const test = useImports();
const BUNDLE = join(EXAMPLES, 'real/formats/fhir-bundle.json');

async function run(databaseUrl: string, exportDir: string, ...words: readonly string[]) {
  return runWith(Readable.from([]), databaseUrl, exportDir, ...words);
}

async function runWith(input: Readable, databaseUrl: string, exportDir: string, ...words: readonly string[]) {
  const said = { output: '', errors: '' };
  const code = await runCommand(words, {
    databaseUrl,
    exports: { folder: exportDir },
    clock: () => NOW,
    actor: 'shell:tester',
    input,
    output: { write: (more) => (said.output += more) },
    errorOutput: { write: (more) => (said.errors += more) },
  });
  return { code, ...said };
}

async function recordsIn(databaseUrl: string) {
  const clinics: ClinicRecord[] = [];
  const doctors: DoctorRecord[] = [];
  const services: SpecialtyServiceRecord[] = [];
  const ignore = () => undefined;
  await loadDataset(databaseUrl, () => ({
    addClinic: (clinic) => clinics.push(clinic),
    addDoctor: (doctor) => doctors.push(doctor),
    addClosedClinic: ignore,
    addMergedClinic: ignore,
    addReview: ignore,
    addService: (service) => services.push(service),
  }));
  return { clinics, doctors: doctors.filter(({ expiredAt }) => expiredAt === null), services };
}

/** What resources of FHIR say of records. That a clinic has no wheelchair access is nothing that they can say. */
async function sayable(databaseUrl: string) {
  const { clinics, doctors, services } = await recordsIn(databaseUrl);
  return {
    clinics: clinics
      .map(
        ({ id, name, address, postalCode, lat, lng, positionSource, phone, website, type, ...clinic }) => ({
          place: { id, name, address, postalCode, lat, lng, positionSource, phone, website, type },
          openingHours: clinic.openingHours,
          specialDays: clinic.specialDays,
          wheelchair: clinic.wheelchair || null,
          virtualVisits: clinic.virtualVisits || null,
          accepting: clinic.accepting,
          observed: clinic.acceptingObserved && [
            clinic.acceptingObserved.observedAt,
            clinic.acceptingObserved.method,
          ],
        }),
      )
      .toSorted((a, b) => a.place.id.localeCompare(b.place.id)),
    doctors: doctors
      .map(
        ({ registrationNumber, name, gender, specialties, languages, clinicIds, booking, registration }) => ({
          registrationNumber,
          facts: { name, gender, specialties, languages, clinicIds, class: registration.class },
          booking: [booking.phone, booking.online],
        }),
      )
      .toSorted((a, b) => a.registrationNumber.localeCompare(b.registrationNumber)),
    services: services
      .map(({ clinicId, specialty, waitWeeks, accepting }) => ({ clinicId, specialty, waitWeeks, accepting }))
      .toSorted((a, b) => `${a.clinicId}${a.specialty}`.localeCompare(`${b.clinicId}${b.specialty}`)),
  };
}

describe('an export', () => {
  let other: TestDatabase;
  beforeEach(async () => {
    other = await createTestDatabase();
    await (await openDatabase(other.url, PATIENT)).close();
  });
  afterEach(() => other.drop());

  it('comes in again in another directory, with nothing lost that FHIR can say', async () => {
    const exports = join(test.folder.path, 'exports');
    for (const words of [
      ['clinics', join(EXAMPLES, 'clinics.csv')],
      ['register', join(EXAMPLES, 'register.csv')],
      ['specialists', join(EXAMPLES, 'specialists.csv')],
    ])
      expect(await run(test.url, exports, ...words)).toMatchObject({ code: 0 });
    const [published] = await new LocalExportStore(exports).list();
    const folder = join(exports, published!.datasetVersion);
    const before = await sayable(test.url);
    expect(before.clinics.length).toBeGreaterThan(3);
    expect(before.doctors.some(({ facts }) => facts.clinicIds.length > 1)).toBe(true);

    expect(await run(other.url, '', 'clinics', folder, '--json')).toMatchObject({ code: 0 });
    // FHIR does not say since when a doctor practices: the register does.
    const numbers = before.doctors.map(({ registrationNumber: number }) => ({
      registration_number: number,
      name: 'Somebody Else',
      class: 'Postgraduate Education',
      location_1_address: '1 Front Street E, Toronto',
    }));
    const base = await test.folder.file('base.csv', registrations(...numbers));
    expect(await run(other.url, '', 'register', base)).toMatchObject({ code: 0 });
    const register = await run(other.url, '', 'register', folder, '--max-changed', '100', '--json');
    expect(register).toMatchObject({ code: 0 });
    expect(JSON.parse(register.output)).toMatchObject({
      updated: before.doctors.length,
      rejected: 0,
      noted: 0,
    });
    expect(await run(other.url, '', 'specialists', folder)).toMatchObject({ code: 0 });
    const after = await sayable(other.url);
    const known = new Set(before.clinics.map(({ place }) => place.id));
    expect({ ...after, clinics: after.clinics.filter(({ place }) => known.has(place.id)) }).toEqual(before);
  });

  it('in one file comes in as from its folder', async () => {
    const exports = join(test.folder.path, 'exports');
    expect(await run(test.url, exports, 'clinics', join(EXAMPLES, 'clinics.csv'))).toMatchObject({ code: 0 });
    const [published] = await new LocalExportStore(exports).list();
    const folder = join(exports, published!.datasetVersion);
    const names = (await readdir(folder)).filter((name) => name.startsWith('fhir-'));
    const parts = await Promise.all(names.map((name) => readFile(join(folder, name))));
    const path = join(test.folder.path, 'all.ndjson.gz');
    await writeFile(path, Buffer.concat(parts));
    expect(await run(other.url, '', 'clinics', path)).toMatchObject({ code: 0 });
    expect((await sayable(other.url)).clinics).toEqual((await sayable(test.url)).clinics);
  });
});

describe('FHIR', () => {
  it('has registration numbers of a system that the operator names', async () => {
    const text = await readFile(BUNDLE, 'utf8');
    const system = 'https://example.org/licences';
    const path = await test.folder.file(
      'bundle.json',
      text.replaceAll('https://fhir.infoway-inforoute.ca/NamingSystem/ca-on-license-physician', system),
    );
    const refused = await run(test.url, '', 'register', path);
    expect(refused.code).toBe(1);
    expect(refused.errors).toContain(
      'No Practitioner has an identifier of https://fhir.infoway-inforoute.ca/NamingSystem/ca-on-license-physician, but of: ' +
        `https://example.org/staff, ${system}. Name the system of the registration numbers with --id-system.`,
    );
    const named = await run(test.url, '', 'register', path, '--id-system', system, '--max-rejects', '1');
    expect(named).toMatchObject({ code: 0 });
    expect((await recordsIn(test.url)).doctors).toMatchObject([
      { registrationNumber: '900101', name: 'Dr. Amara Ngozi Okafor', practisingSince: '2009-06-01' },
    ]);
  });

  it.each([
    ['Terms, conditions and limitations', {}, 'yes'],
    ['No restrictions', {}, 'no'],
    ['Terms, conditions and limitations', { period: { end: '2020-01-01' } }, 'unknown'],
    ['Terms, conditions and limitations', { period: { end: '2027-06' } }, 'yes'],
    ['Other', { extension: [{ url: 'https://example.org/hasRestrictions', valueBoolean: false }] }, 'no'],
    [
      'Other',
      { extension: [{ url: 'https://example.org/conditions', valueString: 'Shall not treat minors' }] },
      'yes',
    ],
    ['Other', { extension: [{ url: 'https://example.org/noRestrictions', valueBoolean: true }] }, 'unknown'],
    ['Other', { extension: [{ url: 'https://example.org/preconditions', valueBoolean: true }] }, 'unknown'],
  ])('says of restrictions with the qualification %s %j: %s', async (text, more, restrictions) => {
    const path = await test.folder.file(
      'bundle.json',
      (await readFile(BUNDLE, 'utf8')).replace(
        '"qualification": [',
        `"qualification": [${JSON.stringify({ code: { text }, ...more })},`,
      ),
    );
    expect(await run(test.url, '', 'register', path, '--max-rejects', '1')).toMatchObject({ code: 0 });
    const [doctor] = (await recordsIn(test.url)).doctors;
    expect(doctor!.registration).toMatchObject({ class: 'Academic Practice', restrictions });
  });

  it('of a search is complete with its last page', async () => {
    const page = JSON.parse(await readFile(BUNDLE, 'utf8')) as object;
    const next = [
      { relation: 'self', url: 'x' },
      { relation: 'next', url: 'y' },
    ];
    const first = await test.folder.file(
      'pages-1.json',
      JSON.stringify({ link: next, ...page, type: 'searchset' }),
    );
    const partial = await run(test.url, '', 'clinics', first, '--json');
    expect(JSON.parse(partial.output)).toMatchObject({
      created: 2,
      notice:
        'pages-1.json is one page of several: it says that more records follow (a link to the next page).',
    });
    const refused = await run(test.url, '', 'clinics', first, '--complete');
    expect(refused.code).toBe(1);
    expect(refused.errors).toContain(
      'is not complete: its last page says that more follow (a link to the next page). Import all pages from one folder.',
    );
    const folder = join(test.folder.path, 'pages');
    await mkdir(folder);
    await cp(first, join(folder, '1.json'));
    await cp(BUNDLE, join(folder, '2.json'));
    const whole = await run(test.url, '', 'clinics', folder, '--complete', '--json', '--max-rejects', '100%');
    expect(JSON.parse(whole.output)).toMatchObject({ complete: true, notice: null });
  });

  it('is read from standard input, with its place in messages', async () => {
    const text = await readFile(BUNDLE);
    const read = await runWith(Readable.from([text]), test.url, '', 'clinics', '-', '--json');
    expect(read).toMatchObject({ code: 0 });
    expect(JSON.parse(read.output)).toMatchObject({ file: 'standard-input', created: 2 });
    const wrong = Readable.from([text.toString().replace('"Kalmia Example Health"', '7')]);
    const refused = await runWith(wrong, test.url, '', 'clinics', '-');
    expect(refused.errors).toContain(
      'standard-input, entry 1, Organization/org-1: name: Invalid input: expected string',
    );
  });

  it('that is cut off or not JSON is refused, and nothing is imported', async () => {
    const text = await readFile(BUNDLE, 'utf8');
    const path = await test.folder.file('cut.json', text.slice(0, -300));
    const { code, errors } = await run(test.url, '', 'clinics', path);
    expect(code).toBe(1);
    expect(errors).toMatch(/cut\.json is cut off or not JSON: it cannot be read after entry \d+\./);
    const lines = await test.folder.file('lines.ndjson', '{"resourceType":"Location"}\n{oops}\n{}\n');
    expect((await run(test.url, '', 'clinics', lines)).errors).toContain(
      'lines.ndjson, line 2: The line is not a JSON object: write one object per line.',
    );
  });

  it('is read into memory only within the limit of what a file may unpack to', async () => {
    const text = gunzipSync(gzipSync(await readFile(BUNDLE)));
    const path = await test.folder.file('bundle.json', text);
    const said = { errors: '' };
    const code = await runCommand(['clinics', path], {
      databaseUrl: test.url,
      clock: () => NOW,
      actor: 'test',
      limits: { memory: 1e9, time: 1e6, unpacked: 1000, ratio: 100 },
      input: Readable.from([]),
      output: { write: () => undefined },
      errorOutput: { write: (more) => (said.errors += more) },
    });
    expect(code).toBe(1);
    expect(said.errors).toContain(
      'is FHIR of more than 0.001 MB (IMPORT_UNPACKED_MB), and its resources are read into memory',
    );
  });
});
