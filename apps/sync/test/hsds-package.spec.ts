import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { openDatabase } from '@care-atlas/data/connection';
import { loadDataset } from '@care-atlas/data/directory';
import type { SpecialtyServiceRecord } from '@care-atlas/domain/records';
import { createTestDatabase, PATIENT } from '@care-atlas/local-postgres/test-database';
import { parse } from 'csv-parse/sync';
import { zipSync } from 'fflate';
import { runCommand } from '../src/commands/command.js';
import { clinicList, clinicsIn, EXAMPLES, NOW, ODHF_FILE, registrations, useImports } from './test-import.js';

const PACKAGE = join(EXAMPLES, 'hsds');
const MAPLE = 'a6e0c9d2-5b2f-4c52-9d38-0f7c3c1d1001';
const WALK_IN = 'a6e0c9d2-5b2f-4c52-9d38-0f7c3c1d1002';

const test = useImports();

async function run(words: readonly string[], databaseUrl = test.url) {
  const said = { output: '', errors: '' };
  const code = await runCommand(words, {
    databaseUrl,
    clock: () => NOW,
    actor: 'shell:tester',
    input: Readable.from([]),
    output: { write: (more) => (said.output += more) },
    errorOutput: { write: (more) => (said.errors += more) },
  });
  return { code, ...said };
}

async function servicesIn(databaseUrl: string): Promise<readonly SpecialtyServiceRecord[]> {
  const services: SpecialtyServiceRecord[] = [];
  const ignore = () => undefined;
  await loadDataset(databaseUrl, () => ({
    addClinic: ignore,
    addDoctor: ignore,
    addClosedClinic: ignore,
    addMergedClinic: ignore,
    addReview: ignore,
    addService: (service) => services.push(service),
  }));
  return services;
}

/** The package in a ZIP archive, inside a test.folder. */
async function archive(): Promise<string> {
  const names = await readdir(PACKAGE);
  const files = await Promise.all(
    names.map(
      async (name) => [`export/${name}`, new Uint8Array(await readFile(join(PACKAGE, name)))] as const,
    ),
  );
  return test.folder.file('package.zip', zipSync(Object.fromEntries(files)));
}

/** A copy of the package, with a changed file. */
async function changed(name: string, change: (text: string) => string): Promise<string> {
  const path = join(test.folder.path, 'changed');
  await mkdir(path);
  await cp(PACKAGE, path, { recursive: true });
  await writeFile(join(path, name), change(await readFile(join(path, name), 'utf8')));
  return path;
}

describe('a package of HSDS 3.0', () => {
  it.each(['inactive', 'defunct', 'temporarily closed'])(
    'closes a location of which no service is offered any more: %s',
    async (status) => {
      expect((await run(['clinics', PACKAGE])).code).toBe(0);
      expect((await clinicsIn(test.url)).size).toBe(2);
      const path = await changed('services.csv', (text) =>
        text.replace('https://maple.example/walk-in,,active', `https://maple.example/walk-in,,${status}`),
      );
      const { output } = await run(['clinics', path, '--json']);
      expect(JSON.parse(output)).toMatchObject({
        closed: 1,
        leftOut: [{ reason: 'places that are closed, or not open yet', rows: 1 }],
      });
      expect((await clinicsIn(test.url)).size).toBe(1);
    },
  );

  it('with a schedule from 00:00 to 00:00 does not say that a clinic is open all day', async () => {
    const path = await changed('schedules.csv', (text) =>
      text.replaceAll(/"MO,TU,WE,TH,FR",,,,,09:00,12:00/g, '"MO,TU,WE,TH,FR",,,,,00:00,00:00'),
    );
    const { output } = await run(['clinics', path, '--json', '--max-notes', '50%']);
    expect(JSON.parse(output)).toMatchObject({ noted: 1 });
    const hours = [...(await clinicsIn(test.url)).values()].map(({ openingHours }) => openingHours);
    expect(hours).toContainEqual([]);
  });

  it.each(['folder', 'zip'])('in a %s is imported as clinics', async (form) => {
    const path = form === 'zip' ? await archive() : PACKAGE;
    const { code, output, errors } = await run(['clinics', path, '--json']);
    expect([code, errors]).toEqual([0, expect.anything()]);
    expect(JSON.parse(output)).toMatchObject({
      file: form === 'zip' ? 'package.zip' : 'hsds',
      map: 'hsds',
      rows: 2,
      created: 2,
      noted: 0,
      unknownColumns: [],
      notes: [{ rows: 1 }],
    });
    const clinics = await clinicsIn(test.url);
    const weekday = (day: number, opens: number, closes: number) => ({
      weekday: day,
      opens: opens * 60,
      closes: closes * 60,
    });
    expect(clinics.get(MAPLE)).toMatchObject({
      name: 'Maple Example Clinic',
      address: '100 Example Street, Suite 4, Toronto, ON M5V 3A8',
      postalCode: 'M5V 3A8',
      lat: 43.6429,
      positionSource: 'source',
      phone: '+1-416-555-0101 ext. 5',
      website: 'https://maple.example',
      type: 'family-practice',
      wheelchair: true,
      virtualVisits: null,
      openingHours: [
        weekday(1, 9, 12),
        weekday(1, 13, 17),
        weekday(2, 9, 12),
        weekday(3, 9, 12),
        weekday(3, 13, 17),
        weekday(4, 9, 12),
        weekday(5, 9, 12),
      ],
    });
    expect(clinics.get(WALK_IN)).toMatchObject({
      name: 'Maple Example Health Society',
      phone: '+1-416-555-0102',
      type: 'walk-in',
      positionSource: 'postal-area',
      wheelchair: null,
    });
  });

  it('is imported as the services that state a waiting time', async () => {
    await run(['clinics', PACKAGE]);
    const { code, output } = await run(['specialists', PACKAGE, '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(output)).toMatchObject({ rows: 1, created: 1 });
    expect(await servicesIn(test.url)).toEqual([
      {
        clinicId: MAPLE,
        specialty: 'Cardiology',
        waitWeeks: 6,
        accepting: null,
        evidence: [expect.objectContaining({ fact: 'serviceWait', value: 6, source: 'specialists' })],
      },
    ]);
  });

  it('is shown by columns', async () => {
    const { code, output } = await run(['columns', 'clinics', PACKAGE]);
    expect(code).toBe(0);
    expect(output).toMatch(/^hsds as clinics with the map hsds, 2 rows:\n/);
    expect(output).toMatch(/\naddress_1 +addr:street +100 Example Street \| 25 Sample Avenue\n/);
  });

  it('with a bad value keeps the row, and its rejects are imported with the profile', async () => {
    const path = await changed('phones.csv', (text) => text.replaceAll('416-555-0102', 'ask us'));
    const { output } = await run(['clinics', path, '--max-notes', '1', '--json']);
    const { noted, rejectsFile } = JSON.parse(output);
    expect([noted, rejectsFile]).toEqual([1, `${path}.rejects.ndjson`]);
    const rows = await readFile(rejectsFile, 'utf8');
    const corrected = await test.folder.file('corrected.ndjson', rows.replaceAll('ask us', '416-555-0102'));
    expect(await run(['clinics', corrected, '--map', 'hsds'])).toMatchObject({ code: 0 });
    expect((await clinicsIn(test.url)).get(WALK_IN)!.phone).toBe('+1-416-555-0102');
  });

  it.each([
    [
      'datapackage.json',
      (text: string) => text.replace('3.0.0', '2.0.1'),
      /HSDS 2\.0\.1, but version 3 is expected: convert it as docs\.openreferral\.org says .*, or import a table/,
    ],
    [
      'datapackage.json',
      (text: string) =>
        text
          .replace(/"version": "3[^,]*,/, '')
          .replace(/"name": "schedules?"/, '"name": "regular_schedules"'),
      /HSDS 1, but version 3 is expected/,
    ],
    ['datapackage.json', () => '{', /datapackage\.json is not JSON/],
    [
      'datapackage.json',
      (text: string) => text.replace('"locations.csv"', '"../secrets.csv"'),
      /no table of locations/,
    ],
    [
      'locations.csv',
      (text: string) => `${text}a,b\n`,
      /locations\.csv cannot be read: Invalid Record Length/,
    ],
  ])('whose %s is wrong is refused', async (name, change, fault) => {
    const { code, errors } = await run(['clinics', await changed(name, change)]);
    expect([code, errors]).toEqual([1, expect.stringMatching(fault)]);
    expect(JSON.parse((await run(['runs', '--json'])).output)).toMatchObject({
      source: 'clinics',
      status: 'failed',
      fileName: 'changed',
      reason: expect.stringMatching(fault),
    });
  });

  it('is not replaced by its rejects', async () => {
    const path = await archive();
    const { code, errors } = await run(['clinics', path, '--rejects', path]);
    expect([code, errors]).toEqual([1, expect.stringContaining('is the input, and would replace it')]);
  });

  it('is refused by other sources', async () => {
    const { code, errors } = await run(['register', PACKAGE]);
    expect([code, errors]).toEqual([
      1,
      expect.stringContaining('hsds is a package of HSDS, but register accepts CSV'),
    ]);
  });
});

describe('an export', () => {
  async function fill(): Promise<void> {
    const full = {
      phone: '416-555-0101 ext. 7',
      website: 'https://maple.example/a,b',
      opening_hours: 'Mo-Fr 09:00-12:00,13:00-17:00; Sa 00:00-24:00; PH off; 2026 Dec 20-2027 Jan 03 off',
      wheelchair: 'no',
      virtual_visits: 'yes',
      accepting: 'yes',
      accepting_observed_at: '2026-10-03T14:30:00-04:00',
      accepting_method: 'phone',
    };
    const list = clinicList(
      { ...full, name: 'Maple, "Clinic"' },
      { address: 'Unit 4, 9 Elsewhere Road', lat: '', lng: '', type: 'walk-in', name: 'Éloïse' },
      { name: 'Oak', type: 'hospital-outpatient', wheelchair: 'yes', accepting: 'no' },
      { name: 'Elm', address: 'Vaughan, ON', postal_code: '' },
    );
    await run(['clinics', await test.folder.file('list.csv', list)]);
    await run(['odhf', ODHF_FILE]);
    await run([
      'register',
      await test.folder.file('register.csv', registrations({ languages: 'English|Tamil' })),
    ]);
    const [maple] = [...(await clinicsIn(test.url)).values()].filter(({ name }) =>
      name.startsWith('Maple, '),
    );
    const services = `clinic_id,specialty,wait_weeks,accepting\n${maple!.id},Cardiology,6,yes\n${maple!.id},Dermatology,1,\n`;
    await run(['specialists', await test.folder.file('services.csv', services)]);
  }

  it.each(['package', 'package.zip'])(
    'to %s, imported into an empty database, gives the same clinics',
    async (name) => {
      await fill();
      const target = join(test.folder.path, name);
      const { code, output } = await run(['export', 'hsds', target, '--json']);
      expect(code).toBe(0);
      const before = await clinicsIn(test.url);
      expect(JSON.parse(output)).toMatchObject({
        format: 'hsds',
        clinics: before.size,
        sample: 0,
        services: 2,
      });
      const other = await createTestDatabase();
      try {
        for (const source of ['clinics', 'specialists']) {
          const said = await run([source, target, '--json'], other.url);
          expect(said.code).toBe(0);
          expect(JSON.parse(said.output)).toMatchObject({
            rejected: 0,
            noted: 0,
            notes: [],
            unknownColumns: [],
          });
        }
        const after = await clinicsIn(other.url);
        expect(after.size).toBe(before.size);
        for (const [id, { origin: _, openDataAt: __, syncedAt: ___, ...clinic }] of before)
          expect(after.get(id)).toMatchObject(clinic);
        expect(await servicesIn(other.url)).toEqual(await servicesIn(test.url));
      } finally {
        await other.drop();
      }
    },
  );

  it('names the languages of a clinic and no doctor, tells a street from a municipality, and links every record', async () => {
    await fill();
    const target = join(test.folder.path, 'package');
    const { output } = await run(['export', 'hsds', target]);
    expect(output).toMatch(/^Exported \d+ clinics and 2 services to .*package\.\n$/);
    const { resources } = JSON.parse(await readFile(join(target, 'datapackage.json'), 'utf8'));
    const tables = new Map<string, Record<string, string>[]>();
    for (const { name, path, schema } of resources) {
      const text = await readFile(join(target, path), 'utf8');
      expect(text.split('\n')[0]).toBe(schema.fields.map((field: { name: string }) => field.name).join(','));
      expect(text).not.toContain('Okafor');
      tables.set(name, parse(text, { columns: true }));
    }
    const ids = new Map([...tables].map(([name, rows]) => [name, new Set(rows.map(({ id }) => id))]));
    for (const [name, rows] of tables) {
      expect([name, ids.get(name)!.size]).toEqual([name, rows.length]);
      for (const linked of ['location', 'organization', 'service', 'taxonomy']) {
        const references = rows.map((row) => row[`${linked}_id`]).filter(Boolean);
        expect(references.filter((id) => !ids.get(linked)!.has(id!))).toEqual([]);
      }
    }
    expect(tables.get('language')!.map(({ name }) => name)).toEqual(['English', 'Tamil']);
    expect(tables.get('address')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ address_1: '145 Front Street E', city: 'Toronto', postal_code: 'M5A 1E3' }),
        expect.objectContaining({ address_1: 'Unit 4, 9 Elsewhere Road', city: '' }),
        expect.objectContaining({ address_1: '', city: 'Vaughan' }),
      ]),
    );
  });

  describe('of a sample', () => {
    let target: string;
    let exported: string;
    beforeEach(async () => {
      target = join(test.folder.path, 'sample');
      const clinics = clinicList({ sample: 'yes', accepting: 'yes' }, { sample: 'yes', name: 'Oak' });
      await run(['clinics', await test.folder.file('sample.csv', clinics)]);
      const [id] = (await clinicsIn(test.url)).keys();
      const database = await openDatabase(test.url, PATIENT);
      await database.pool.query(
        `with named as (insert into specialty (name, folded_name) values ('Cardiology', 'cardiology') returning id)
        insert into specialty_service (clinic_id, specialty_id, wait_weeks) select $1, id, 6 from named`,
        [id],
      );
      await database.close();
      exported = (await run(['export', 'hsds', target])).output;
    });

    it('is marked in its descriptor and in every clinic', async () => {
      expect(exported).toMatch(
        /^Exported 2 clinics and 1 services .*\. 2 clinics are marked as sample data\.\n$/,
      );
      const { description } = JSON.parse(await readFile(join(target, 'datapackage.json'), 'utf8'));
      expect(description).toMatch(/ 2 of 2 are invented sample data\.$/);
      const locations = parse<Record<string, string>>(await readFile(join(target, 'locations.csv'), 'utf8'), {
        columns: true,
      });
      for (const { description: each } of locations) expect(each).toContain('Invented sample data');
    });

    it.each(['clinics', 'specialists'])('is refused as %s beside real data', async (source) => {
      const other = await createTestDatabase();
      try {
        await run(['clinics', PACKAGE], other.url);
        const before = await clinicsIn(other.url);
        for (const more of [[], ['--replace-sample'], ['--dry-run']]) {
          const { code, errors } = await run([source, target, ...more], other.url);
          expect([code, errors]).toEqual([
            1,
            expect.stringContaining(
              'The file holds sample data, which an import never mixes with real data.',
            ),
          ]);
          expect(errors).toContain('without real data: another DATA_DIR or DATABASE_URL.');
        }
        expect(await clinicsIn(other.url)).toEqual(before);
      } finally {
        await other.drop();
      }
    });

    it('makes a sample of an empty directory, which then refuses real data', async () => {
      const other = await createTestDatabase();
      try {
        for (const source of ['clinics', 'specialists'])
          expect(await run([source, target], other.url)).toMatchObject({ code: 0 });
        const imported = await clinicsIn(other.url);
        expect(imported.size).toBe(2);
        for (const { origin } of imported.values()) expect(origin).toBe('sample');
        expect(await servicesIn(other.url)).toHaveLength(1);
        const { code, errors } = await run(['clinics', PACKAGE], other.url);
        expect([code, errors]).toEqual([1, expect.stringContaining('The directory holds sample data')]);
        expect(await run(['clinics', PACKAGE, '--replace-sample'], other.url)).toMatchObject({ code: 0 });
        const origins = [...(await clinicsIn(other.url)).values()].map(({ origin }) => origin);
        expect(new Set(origins)).toEqual(new Set(['clinic']));
      } finally {
        await other.drop();
      }
    });
  });

  it('replaces nothing', async () => {
    const file = await test.folder.file('taken.zip', 'mine');
    for (const target of [file, test.folder.path]) {
      const { code, errors } = await run(['export', 'hsds', target]);
      expect([code, errors]).toEqual([
        1,
        expect.stringContaining('cannot be written: it exists, and is not replaced.'),
      ]);
    }
    expect(await readFile(file, 'utf8')).toBe('mine');
  });

  it('is the same twice', async () => {
    await run(['clinics', PACKAGE]);
    const targets = ['1.zip', '2.zip'].map((name) => join(test.folder.path, name));
    for (const target of targets) await run(['export', 'hsds', target]);
    const [one, two] = await Promise.all(targets.map((target) => readFile(target)));
    expect(one!.equals(two!)).toBe(true);
  });
});
