import { register } from '../src/sources/register.js';
import { ANY_REJECTS, csv, directoryIn, importFile, useImports } from './test-import.js';

const test = useImports();
const day = (text: string) => new Date(`${text}T08:00:00Z`);

const ROW = {
  registration_number: '900001',
  name: 'Amara Okafor',
  status: 'Active',
  independent_since: '2009',
  location_1_address: '145 Front Street E, Toronto, ON',
  location_1_postal_code: 'M5A 1E3',
};

/** Imports an extract of the register of a day, with the columns that its first row has. */
async function importOn(date: string, rows: readonly Readonly<Record<string, string>>[]) {
  const columns = Object.fromEntries(Object.keys(rows[0]!).map((name) => [name, '']));
  const file = await test.folder.file(`register-${date}.csv`, csv({ ...ROW, ...columns }, rows));
  return importFile(register, file, test.url, { ...ANY_REJECTS, now: day(date), extractedAt: day(date) });
}

async function registrationsOf(...numbers: readonly string[]) {
  const directory = await directoryIn(test.url);
  return numbers.map((number) => {
    const { registration } = directory.getDoctor(number, { include: ['registration'] }).value.doctor;
    const { class: words, independent, restrictions, asOf } = registration!;
    return [words, independent, restrictions, asOf?.slice(0, 10) ?? null];
  });
}
const first = async () => (await registrationsOf('900001'))[0];

it('is kept as the register says, and what it does not say is not known', async () => {
  await importOn('2026-11-01', [
    { class: 'Independent Practice', restrictions: 'None' },
    { registration_number: '900002', class: 'Postgraduate Education as of 03 Jul 2026', restrictions: '' },
    { registration_number: '900003', class: 'Restricted', restrictions: '' },
    {
      registration_number: '900004',
      class: 'Independent Practice',
      restrictions: 'Shall not prescribe narcotics: see order 7123 456 789',
    },
    { registration_number: '900005', class: '', restrictions: '' },
  ]);
  const numbers = ['900001', '900002', '900003', '900004', '900005'];
  expect(await registrationsOf(...numbers)).toEqual([
    ['Independent Practice', 'yes', 'no', '2026-11-01'],
    ['Postgraduate Education', 'no', 'unknown', '2026-11-01'],
    ['Restricted', 'no', 'yes', '2026-11-01'],
    ['Independent Practice', 'yes', 'yes', '2026-11-01'],
    ['', 'unknown', 'unknown', null],
  ]);
  const directory = await directoryIn(test.url);
  const { doctors, warnings } = directory.listDoctors({ independent: true }).value;
  expect(doctors.map(({ cpsoNumber }) => cpsoNumber)).toEqual(['900001', '900004']);
  expect(warnings).toEqual([
    '1 doctor that would match otherwise was left out: whether the registration is for independent practice is not known.',
  ]);
});

it('keeps no text of restrictions', async () => {
  await importOn('2026-11-01', [
    { class: 'Independent Practice', restrictions: 'Shall practise under the supervision of Dr. Tremblay' },
  ]);
  await importOn('2026-11-02', [{ class: 'Independent Practice', restrictions: 'Shall not treat minors' }]);
  const [row] = await test.database.query<[{ found: string }]>(
    `select concat(to_jsonb(doctor), (select json_agg(source_record) from source_record),
      (select json_agg(sync_change) from sync_change)) as found from doctor`,
  );
  expect(row.found).toContain('"registrationRestrictions": "yes"');
  expect(row.found).not.toMatch(/supervis|minors/i);
});

describe('a file without the column', () => {
  it('of restrictions makes them not known, whatever the file before said', async () => {
    await importOn('2026-11-01', [{ class: 'Independent Practice', restrictions: 'None' }]);
    expect(await first()).toEqual(['Independent Practice', 'yes', 'no', '2026-11-01']);
    await importOn('2026-11-02', [{ class: 'Independent Practice' }]);
    expect(await first()).toEqual(['Independent Practice', 'yes', 'unknown', '2026-11-02']);
    await importOn('2026-11-03', [{ class: 'Independent Practice', restrictions: 'Pending' }]);
    expect(await first()).toEqual(['Independent Practice', 'yes', 'unknown', '2026-11-03']);
  });

  it('of the class leaves it as it was, with its age', async () => {
    await importOn('2026-11-01', [{ class: 'Academic Practice' }]);
    await importOn('2026-11-05', [{ restrictions: 'No' }]);
    expect(await first()).toEqual(['Academic Practice', 'no', 'no', '2026-11-01']);
  });
});

describe('the time of what is known', () => {
  it('is that of the newest extract that says so, also where nothing changes', async () => {
    await importOn('2026-11-01', [{ class: 'Independent Practice', restrictions: 'None' }]);
    const summary = await importOn('2026-11-04', [{ class: 'Independent Practice', restrictions: 'none' }]);
    expect(summary).toMatchObject({ unchanged: 1, updated: 0 });
    expect(await first()).toEqual(['Independent Practice', 'yes', 'no', '2026-11-04']);
    await importOn('2026-11-02', [{ restrictions: 'Yes', class: 'Restricted' }]);
    expect(await first()).toEqual(['Independent Practice', 'yes', 'no', '2026-11-04']);
  });

  it('is that of the correction of an operator, whatever the register says since', async () => {
    await importOn('2026-11-01', [{ class: 'Class 4' }]);
    await test.database.query(
      `insert into correction (kind, record, key, given, fields, why, made_by, made_at) values
        ('correct', 'doctor', '900001', '{"class":"Restricted"}', '{"registrationClass":"Restricted"}', 'told', 'test', $1)`,
      [day('2026-11-02')],
    );
    await importOn('2026-11-03', [{ class: 'Class 5' }]);
    expect(await first()).toEqual(['Restricted', 'no', 'yes', '2026-11-02']);
    await importOn('2026-11-04', [{ class: 'Class 5' }]);
    expect(await first()).toEqual(['Restricted', 'no', 'yes', '2026-11-02']);
  });
});

it('is not known of a database of the release before, until the next import says it', async () => {
  await importOn('2026-11-01', [{ class: 'Independent Practice', restrictions: 'None' }]);
  await test.database.query(
    'update doctor set registration_restrictions = default, registration_as_of = default',
  );
  await test.database.query('delete from source_record; delete from source_extract');
  expect(await first()).toEqual(['Independent Practice', 'yes', 'unknown', null]);
  await importOn('2026-11-02', [{ class: 'Independent Practice' }]);
  expect(await first()).toEqual(['Independent Practice', 'yes', 'unknown', '2026-11-02']);
  await importOn('2026-11-03', [{ class: 'Independent Practice', restrictions: 'None' }]);
  expect(await first()).toEqual(['Independent Practice', 'yes', 'no', '2026-11-03']);
});
