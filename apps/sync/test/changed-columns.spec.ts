import { Readable } from 'node:stream';
import { runCommand } from '../src/commands/command.js';
import { clinics } from '../src/sources/clinics.js';
import { register } from '../src/sources/register.js';
import type { Source } from '../src/sources/source.js';
import { stations } from '../src/sources/stations.js';
import {
  ANY_REJECTS,
  clinicList,
  clinicsIn,
  directoryIn,
  importFile,
  NOW,
  registrations,
  stationList,
  useImports,
} from './test-import.js';

type Row = Readonly<Record<string, string>>;

const MAPLE = '7f2c1f60-6f0b-4a51-9c53-2f1f5f5d1001';
const DOCTOR: Row = {
  gender: 'Woman',
  class: 'Restricted',
  specialties: 'Cardiology',
  languages: 'Tamil',
  booking_phone: '416-555-0199',
  booking_online: 'https://maple.example',
  referral_required: 'yes',
  location_1_phone: '416-555-0123',
};
const CLINIC: Row = {
  id: MAPLE,
  phone: '416-555-0123',
  opening_hours: 'Mo-Fr 09:00-17:00',
  wheelchair: 'yes',
  virtual_visits: 'no',
};

const test = useImports();

async function run(source: Source, content: string, setting: object = {}) {
  return importFile(source, await test.folder.file('list.csv', content), test.url, setting);
}

/** A CSV file without some columns. None of its values has a comma in the columns before them. */
function without(content: string, columns: readonly string[]): string {
  const [header = '', ...rows] = content.split('\n');
  const names = header.split(',');
  const misspelled = names.map((name) => (columns.includes(name) ? `${name}z` : name)).join(',');
  return [misspelled, ...rows].join('\n');
}

describe('a file without a column', () => {
  it('leaves what the doctors have, and names the misspelled columns', async () => {
    await run(register, registrations(DOCTOR));
    const before = (await directoryIn(test.url)).getDoctor('900001').value.doctor;
    const columns = Object.keys(DOCTOR);
    const empty = Object.fromEntries(columns.map((column) => [column, '']));
    const summary = await run(register, without(registrations(empty), columns));
    expect(summary).toMatchObject({ unchanged: 1, updated: 0, noted: 0 });
    expect((await directoryIn(test.url)).getDoctor('900001').value.doctor).toEqual(before);
    expect(summary.unknownColumns).toContainEqual({ column: 'genderz', nearest: 'gender' });
  });

  it('of NDJSON, in no object, leaves them too; a member that is null empties', async () => {
    await run(register, registrations(DOCTOR));
    const row = {
      registration_number: '900001',
      name: 'Amara Okafor',
      status: 'Active',
      independent_since: '2009-07-01',
      location_1_address: '145 Front Street E, Toronto, ON',
      location_1_postal_code: 'M5A 1E3',
    };
    expect(await run(register, `${JSON.stringify(row)}\n`)).toMatchObject({ unchanged: 1 });
    const summary = await run(register, `${JSON.stringify({ ...row, languages: null, langages: 'x' })}\n`);
    expect(summary).toMatchObject({ updated: 1 });
    expect(summary.unknownColumns).toEqual([{ column: 'langages', nearest: 'languages' }]);
    expect((await directoryIn(test.url)).getDoctor('900001').value.doctor).toMatchObject({
      languages: [],
      specialties: ['Cardiology'],
    });
  });

  it('lets the telephone for appointments follow that of the clinic, as before', async () => {
    const phone = { booking_phone: '', location_1_phone: '416-555-0101' };
    await run(register, registrations(phone));
    const moved = { booking_phone: '', location_1_phone: '416-555-0102' };
    await run(register, without(registrations(moved), ['booking_phone']));
    const { doctor } = (await directoryIn(test.url)).getDoctor('900001').value;
    expect(doctor.bookingMethod.phone).toBe('+1-416-555-0102');
  });

  it('leaves what the clinics have', async () => {
    await run(clinics, clinicList(CLINIC));
    const before = (await clinicsIn(test.url)).get(MAPLE);
    const columns = ['phone', 'opening_hours', 'wheelchair', 'virtual_visits', 'lat', 'lng'];
    const summary = await run(clinics, without(clinicList({ id: MAPLE }), columns));
    expect(summary).toMatchObject({ unchanged: 1 });
    expect((await clinicsIn(test.url)).get(MAPLE)).toEqual(before);
  });
});

const COUNT = 200;

const station = (index: number, lat: string) => ({ name: `Station ${index}`, lat });

const stationsAt = (lat: string) =>
  stationList(...Array.from({ length: COUNT }, (_, index) => station(index, index < 5 ? lat : '43.65')));

describe('the guard against misread columns', () => {
  const many = (list: (...rows: Row[]) => string, changed: number, change: Row) =>
    list(...Array.from({ length: COUNT }, (_, index) => (index < changed ? change : {})));

  it.each<[string, Row, string]>([
    ['changes a field', { languages: 'Tamil' }, 'change languages of 11 of 200 doctors (5.5%)'],
    ['empties a field', { languages: '' }, 'change languages of 11 of 200 doctors (5.5%, 11 to nothing)'],
    [
      'moves doctors to one address',
      { location_1_address: '1 King Street W', location_1_postal_code: 'M5H 1A1' },
      'move 11 of 200 doctors to one address',
    ],
  ])(
    'refuses a register that %s of too many doctors, unless it is confirmed',
    async (_what, change, sentence) => {
      await run(register, many(registrations, 0, {}));
      expect(await run(register, many(registrations, 9, change))).toMatchObject({ updated: 9 });
      await run(register, many(registrations, 0, {}));
      const wrong = many(registrations, 11, change);
      await expect(run(register, wrong)).rejects.toThrow(sentence);
      const confirmChange = ['languages', 'one-address', 'clinics', 'bookingPhone'];
      expect(await run(register, wrong, { confirmChange })).toMatchObject({ updated: 11 });
    },
  );

  it('refuses clinics and stations that move, by share', async () => {
    await run(clinics, many(clinicList, 0, {}));
    const moved = many(clinicList, 5, { lat: '43.75' });
    await expect(run(clinics, moved)).rejects.toThrow('This run would move 5 of 200 clinics (2.5%)');
    expect(await run(clinics, moved, { confirmChange: ['position'] })).toMatchObject({ updated: 5 });
    expect(
      await run(clinics, many(clinicList, 10, { lat: '43.7501' }), { maxChanged: 1 }).catch(String),
    ).toContain('move 5 of 200');

    await run(stations, stationsAt('43.65'));
    await expect(run(stations, stationsAt('43.7'))).rejects.toThrow('move 5 of 200 stations (2.5%)');
  });

  it('ends the command with 3 and names what to confirm', async () => {
    await run(register, many(registrations, 0, {}));
    const path = await test.folder.file(
      'list.csv',
      many(registrations, 20, { gender: 'Man', languages: '' }),
    );
    let errors = '';
    const command = (...words: string[]) =>
      runCommand(['register', path, ...words], {
        databaseUrl: test.url,
        clock: () => NOW,
        actor: 'shell:tester',
        input: Readable.from([]),
        output: { write: () => undefined },
        errorOutput: { write: (text) => (errors += text) },
      });
    expect(await command()).toBe(3);
    expect(errors).toContain('To confirm: --confirm-change gender,languages.\nNothing was imported.');
    expect(await command('--confirm-change', 'gender')).toBe(3);
    expect(await command('--max-changed', '10')).toBe(0);
  });

  it('does not count what is new, and leaves a small directory alone', async () => {
    expect(await run(register, many(registrations, 0, {}))).toMatchObject({ created: COUNT });
    await run(clinics, clinicList({}, {}), ANY_REJECTS);
    expect(
      await run(clinics, clinicList({ phone: '416-555-0101' }, { phone: '416-555-0101' })),
    ).toMatchObject({
      updated: 2,
    });
  });
});
