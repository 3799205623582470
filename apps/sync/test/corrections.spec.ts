import { Readable } from 'node:stream';
import {
  createTestDatabase,
  emptyTestDatabase,
  PATIENT,
  type TestDatabase,
} from '@care-atlas/local-postgres/test-database';
import { type ListedReview, SyncHistory } from '@care-atlas/data/sync';
import { openDatabase } from '@care-atlas/data/connection';
import { AuditRepository } from '@care-atlas/data/administration';
import { torontoMoment } from '@care-atlas/domain/rules';
import { runCommand } from '../src/commands/command.js';
import { clinics } from '../src/sources/clinics.js';
import { register } from '../src/sources/register.js';
import { reviews as reviewSource } from '../src/sources/reviews.js';
import { specialists } from '../src/sources/specialists.js';
import type { ImportOptions } from '../src/run/import-options.js';
import {
  ANY_REJECTS,
  clinicList,
  directoryIn,
  importFile,
  NOW,
  registrations,
  TestFolder,
} from './test-import.js';

let folder: TestFolder;
let database: TestDatabase;
beforeAll(async () => {
  folder = await TestFolder.make();
  database = await createTestDatabase();
});
afterAll(async () => {
  await database?.drop();
  await folder.remove();
});
beforeEach(async () => {
  await emptyTestDatabase(database.url);
  time = NOW.getTime();
});

const HOUR_MS = 3_600_000;
const A = '11111111-1111-4111-8111-111111111111';
const B = '22222222-2222-4222-8222-222222222222';
const WHY = ['--why', 'Called the practice'];

let time: number;

/** Runs a command an hour after the last. */
async function run(...words: string[]) {
  time += HOUR_MS;
  const said = { output: '', errors: '' };
  const code = await runCommand(words, {
    databaseUrl: database.url,
    clock: () => new Date(time),
    actor: 'shell:tester',
    input: Readable.from([]),
    output: { write: (more) => (said.output += more) },
    errorOutput: { write: (more) => (said.errors += more) },
  });
  return { code, ...said };
}

async function done(...words: string[]): Promise<string> {
  const { code, output, errors } = await run(...words);
  expect({ code, errors }).toEqual({ code: 0, errors: '' });
  return output;
}

async function importClinics(
  rows: Readonly<Record<string, string>>[],
  complete = false,
  setting: Partial<ImportOptions> = {},
) {
  const path = await folder.file('clinics.csv', clinicList(...rows));
  time += HOUR_MS;
  return importFile(clinics, path, database.url, { complete, now: new Date(time), ...setting });
}

async function importRegister(rows: Readonly<Record<string, string>>[], complete = false) {
  const path = await folder.file('register.csv', registrations(...rows));
  time += HOUR_MS;
  return importFile(register, path, database.url, { complete, now: new Date(time) });
}

const directory = () => directoryIn(database.url, new Date(time));
const doctorOf = async (number: string) => (await directory()).getDoctor(number).value.doctor;
const clinicOf = async (id: string) => (await directory()).getClinic(id).value;

const TWO_CLINICS = [
  {
    id: A,
    name: 'Maple Clinic',
    address: '1 King St W, Toronto, ON',
    postal_code: 'M5A 1E3',
    phone: '416-555-0101',
  },
  {
    id: B,
    name: 'Maple Clinic Inc.',
    address: '3 King St W, Toronto, ON',
    postal_code: 'M5A 1E3',
    phone: '416-555-0102',
  },
];

describe('correct', () => {
  it('holds over later imports, until it is withdrawn', async () => {
    await importClinics(TWO_CLINICS);
    const output = await done(
      'correct',
      'clinic',
      A,
      'phone=416-555-0199',
      'wheelchair=yes',
      'opening_hours=Mo 09:00-17:00',
      'name=Maple Health',
      ...WHY,
    );
    expect(output).toMatch(/^Dataset version \d+-\w+ has the change; `diff \w{8}` shows it\.\n$/);
    const correctedClinic = {
      name: 'Maple Health',
      phone: '+1-416-555-0199',
      accessibility: expect.objectContaining({ wheelchair: true }),
      hours: { weekday: '09:00-17:00', evening: false, weekend: false },
    };
    expect((await clinicOf(A)).clinic).toMatchObject(correctedClinic);
    const { updated } = await importClinics([{ ...TWO_CLINICS[0]!, phone: '416-555-0177' }, TWO_CLINICS[1]!]);
    expect(updated).toBe(1);
    expect((await clinicOf(A)).clinic).toMatchObject(correctedClinic);
    // The same file changes nothing: the correction is no difference to it.
    expect(
      (await importClinics([{ ...TWO_CLINICS[0]!, phone: '416-555-0177' }, TWO_CLINICS[1]!])).updated,
    ).toBe(0);
    await done('withdraw', '1', '--why', 'The practice moved');
    expect((await clinicOf(A)).clinic).toMatchObject({ name: 'Maple Clinic', phone: '+1-416-555-0177' });
  });

  it('of hours takes the notes about those of the source away, until it is withdrawn', async () => {
    const notes = async () =>
      (await directory()).listClinics({ include: ['notes'], ids: [A] }).value.clinics[0]!.notes!.join(' ');
    const list = [{ ...TWO_CLINICS[0]!, opening_hours: 'Mo-Fr 00:00-00:00' }];
    await importClinics(list, false, ANY_REJECTS);
    expect(await notes()).toContain('not plausible');
    await done('correct', 'clinic', A, 'opening_hours=Mo-Fr 09:00-17:00; PH off', ...WHY);
    await importClinics(list, false, ANY_REJECTS);
    expect(await notes()).not.toContain('not plausible');
    expect(await notes()).toContain('Hours on public holidays: closed.');
    await done('withdraw', '1', '--why', 'Not so');
    expect(await notes()).toContain('not plausible');
  });

  it.each([
    ['opening_hours=off', 'These values say that the clinic is closed'],
    ['opening_hours=Mo-Fr 02:00-10:00', 'must be plausible (it opens before 05:00)'],
  ])('refuses %s', async (value, sentence) => {
    await importClinics(TWO_CLINICS);
    expect((await run('correct', 'clinic', A, value, ...WHY)).errors).toContain(sentence);
  });

  it('changes the lists of a doctor, whom the register changes too', async () => {
    await importRegister([{}]);
    await done(
      'correct',
      'doctor',
      '#0900001',
      'specialties=ENT|Cardiology',
      'gender=X',
      'graduated=2001',
      'booking_phone=416-555-0144',
      ...WHY,
    );
    await importRegister([{ specialties: 'Dermatology', languages: 'English|French' }]);
    expect(await doctorOf('900001')).toMatchObject({
      gender: 'non-binary',
      specialties: ['Otolaryngology - Head and Neck Surgery', 'Cardiology'],
      languages: ['English', 'French'],
      bookingMethod: expect.objectContaining({ phone: '+1-416-555-0144' }),
      yearsOfPractice: 25,
    });
    await done('withdraw', '1', ...WHY);
    expect(await doctorOf('900001')).toMatchObject({ gender: 'female', specialties: ['Dermatology'] });
  });

  it.each([
    ['2026-12-24', '2026-12-25T05:00:00Z'],
    ['2026-12-24T09:30:00-05:00', '2026-12-25T05:00:00Z'],
    ['2027-03-14', '2027-03-15T04:00:00Z'],
    ['2027-11-07T05:30:00Z', '2027-11-08T05:00:00Z'],
  ])('ends with the first run after the day of --until %s', async (until, midnight) => {
    await importClinics(TWO_CLINICS);
    await done('correct', 'clinic', A, 'phone=', '--until', until, ...WHY);
    const lastMinute = new Date(Date.parse(midnight) - 1).toISOString().slice(0, 16).replace('T', ' ');
    expect(await done('corrections')).toContain(`until ${lastMinute}`);
    time = Date.parse(midnight) - HOUR_MS - 1;
    await importClinics(TWO_CLINICS);
    expect((await clinicOf(A)).clinic.phone).toBe('');
    time = Date.parse(midnight) - HOUR_MS;
    expect((await clinicOf(A)).clinic.phone).toBe('');
    const { runId } = await importRegister([{}]);
    expect((await clinicOf(A)).clinic.phone).toBe('+1-416-555-0101');
    expect(await done('diff', runId!)).toContain('phone');
    expect(await done('corrections')).toContain('ended 20');
  });

  it.each([
    [
      'an unknown field',
      ['clinic', A, 'phon=1'],
      'A clinic has no field phon that can be corrected, only name, address, postal_code, lat, lng, phone, website, type, opening_hours, wheelchair, virtual_visits; did you mean phone?',
    ],
    [
      'no value',
      ['clinic', A, 'phone'],
      'phone has no value: write a field, "=" and its value, such as name="A clinic".',
    ],
    ['a field twice', ['clinic', A, 'phone=', 'phone='], 'The field phone occurs twice: give it once.'],
    [
      'a bad value',
      ['clinic', A, 'phone=12'],
      'phone is "12", but must be a telephone number such as 416-555-0123 or +1 416 555 0123 ext. 5.',
    ],
    [
      'half a position',
      ['clinic', A, 'lat=43.7'],
      'lng is empty, but must be a longitude in Canada in decimal degrees with a point, from -142 to -52.',
    ],
    ['an empty name', ['clinic', A, 'name='], 'name is empty, but must be filled in.'],
    [
      'an unknown specialty',
      ['doctor', '900001', 'specialties=Cardiolgy'],
      'specialties is "Cardiolgy", but must be a specialty of the directory (did you mean "Cardiology" instead of "Cardiolgy"?).',
    ],
    [
      'a day in the future',
      ['doctor', '900001', 'graduated=2099'],
      'graduated is "2099", but must be a day from 1900-01-01 to today, such as 2009-07-01, or a year such as 2009.',
    ],
    [
      'no such clinic',
      ['clinic', '33333333-3333-4333-8333-333333333333', 'phone='],
      'The directory has no clinic with the id 33333333-3333-4333-8333-333333333333.',
    ],
    [
      'no such doctor',
      ['doctor', '7', 'gender=X'],
      'The directory has no doctor with the registration number 7.',
    ],
    ['no id', ['clinic', 'maple', 'phone='], '"maple" is not the id of a clinic, a UUID.'],
    [
      'a word that is none',
      ['clinic', A, 'wheelchair=maybe'],
      'wheelchair is "maybe", but must be yes, limited or no, or empty.',
    ],
  ])('refuses %s with one sentence, and changes nothing', async (_, words, sentence) => {
    await importClinics(TWO_CLINICS);
    await importRegister([{}]);
    const before = (await directory()).dataset.version;
    const { code, output, errors } = await run('correct', ...words, ...WHY);
    expect({ code, output }).toEqual({ code: 1, output: '' });
    expect(errors).toBe(`${sentence}\n`);
    expect((await directory()).dataset.version).toBe(before);
    expect(await done('corrections')).toBe('Nothing has been corrected.\n');
  });

  it('needs a reason, and an end in the future', async () => {
    expect(await run('correct', 'clinic', A, 'phone=')).toMatchObject({ code: 2 });
    expect(await run('correct', 'clinic', A, 'phone=', '--why', ' ')).toMatchObject({ code: 2 });
    expect(await run('hide', 'clinic', A, ...WHY, '--until', '2020-01-01')).toMatchObject({ code: 2 });
    const yesterday = torontoMoment(new Date(time - 24 * HOUR_MS)).date;
    expect(await run('hide', 'clinic', A, ...WHY, '--until', yesterday)).toMatchObject({ code: 2 });
    expect(await run('hide', 'station', A, ...WHY)).toMatchObject({ code: 2 });
  });
});

it.each([
  [['hide', 'doctor', '900001', '--why', 'a\0b'], '--why'],
  [['hide', 'doctor', '900001', '--why', 'x', '--by=\ud800'], '--by'],
  [['correct', 'doctor', '900001', 'phone=\0', '--why', 'x'], 'Argument 4'],
])('text that cannot be stored is refused by name: %j', async (words, name) => {
  const { code, output, errors } = await run(...words, '--json');
  expect(errors).toMatch(new RegExp(`^error: ${name} contains a character that cannot be stored\\. `));
  expect(code).toBe(2);
  expect(JSON.parse(output)).toMatchObject({ exitCode: 2, error: expect.stringContaining(name) });
});

it('corrects a directory of sample data', async () => {
  await importClinics(TWO_CLINICS);
  const opened = await openDatabase(database.url, PATIENT);
  await opened.query(`update clinic set origin = 'sample'`);
  await opened.close();
  await done('correct', 'clinic', A, 'phone=', ...WHY);
  expect((await clinicOf(A)).clinic.phone).toBe('');
});

describe('hide', () => {
  it('takes a doctor out of lists and answers, over later imports', async () => {
    await importRegister([{}, {}]);
    await done('hide', 'doctor', '900001', ...WHY);
    await importRegister([{}, {}], true);
    const hidden = await directory();
    expect(hidden.listDoctors().value.total).toBe(1);
    expect(hidden.getSummary().value.totalDoctors).toBe(1);
    expect(() => hidden.getDoctor('900001')).toThrow(expect.objectContaining({ code: 'not_found' }));
    expect(() => hidden.listDoctorReviews('900001')).toThrow(expect.objectContaining({ code: 'not_found' }));
    await done('withdraw', '1', ...WHY);
    expect((await doctorOf('900001')).expiredAt).toBeNull();
  });

  it('takes a clinic out, unless a listed doctor has no other', async () => {
    await importClinics(TWO_CLINICS);
    await importRegister([
      {
        location_1_address: '1 King Street West, Toronto',
        location_2_address: '3 King St. W., Toronto',
        location_2_postal_code: 'M5A 1E3',
      },
    ]);
    await done('hide', 'clinic', A, ...WHY);
    const hidden = await directory();
    expect(hidden.listClinics().value.clinics.map(({ id }) => id)).toEqual([B]);
    expect(() => hidden.getClinic(A)).toThrow(expect.objectContaining({ code: 'not_found' }));
    expect((await doctorOf('900001')).clinic).toMatchObject({ id: B });
    const refused = await run('hide', 'clinic', B, ...WHY);
    expect(refused).toMatchObject({
      code: 1,
      errors: `Clinic ${B} cannot be hidden: it is the only open clinic of the listed doctors 900001.\n`,
    });
    // A register that leaves the doctor no other clinic shows it again, and the run says so.
    const { notice } = await importRegister([{ location_1_address: '1 King Street West, Toronto' }]);
    expect(notice).toBe(
      `Correction 1 has no effect: clinic ${A} cannot be hidden, because it is the only open clinic of the listed doctors 900001.`,
    );
    expect((await doctorOf('900001')).clinic).toMatchObject({ id: A });
  });
});

describe('pin', () => {
  it('keeps a doctor whom a complete register lacks', async () => {
    await importRegister([{}, {}]);
    await done('pin', 'doctor', '900001', ...WHY);
    const only = [{ registration_number: '900002' }];
    expect(await importRegister(only, true)).toMatchObject({ expired: 0 });
    expect((await doctorOf('900001')).expiredAt).toBeNull();
    await done('withdraw', '1', ...WHY);
    expect((await doctorOf('900001')).expiredAt).not.toBeNull();
    // A pin lists again whom a complete register lacked, with the clinic.
    await importRegister(
      [{ registration_number: '900002', location_1_address: '9 Queen St, Toronto' }],
      true,
    );
    await done('pin', 'doctor', '900001', ...WHY);
    expect((await directory()).listDoctors().value.total).toBe(2);
  });

  it('does not list a doctor whose registration the register ended', async () => {
    await importRegister([{}, {}]);
    await done('pin', 'doctor', '900001', ...WHY);
    await importRegister([{ status: 'Revoked' }]);
    expect((await doctorOf('900001')).expiredAt).not.toBeNull();
    await done('withdraw', '1', ...WHY);
    expect(await run('pin', 'doctor', '900001', ...WHY)).toMatchObject({
      code: 1,
      errors:
        'The register says "Revoked" of doctor 900001: a pin keeps only records that a complete file lacks.\n',
    });
  });

  it('keeps a clinic that a complete file lacks', async () => {
    await importClinics(TWO_CLINICS);
    await done('pin', 'clinic', A, ...WHY);
    expect(await importClinics([TWO_CLINICS[1]!], true)).toMatchObject({ closed: 0, kept: 1 });
    expect((await clinicOf(A)).clinic.id).toBe(A);
    expect(await importClinics([TWO_CLINICS[1]!], true)).toMatchObject({ closed: 0 });
    await done('withdraw', '1', ...WHY);
    await expect(clinicOf(A)).rejects.toMatchObject({ code: 'not_found' });
  });
});

const reviews =
  (clinic: string, ...more: readonly string[]) =>
  async () => {
    const lines = ['Maria Perez,5,2026-10-01,Good', ...more].map((line) => `${clinic},${line}\n`);
    const path = await folder.file('reviews.csv', `clinic_id,author,rating,date,text\n${lines.join('')}`);
    return importFile(reviewSource, path, database.url, { now: new Date(time) });
  };

describe('a review', () => {
  const found = async () => JSON.parse(await done('--json', 'find-reviews', 'good')) as ListedReview;
  const answer = async () => (await directory()).listClinicReviews(A).value;

  beforeEach(async () => {
    await importClinics(TWO_CLINICS);
    await reviews(A)();
  });

  it('that is hidden counts no more, over later imports and a merge, until the hide is withdrawn', async () => {
    const { id, ...rest } = await found();
    expect(rest).toMatchObject({
      subject: A,
      subjectName: 'Maple Clinic',
      author: 'Maria P.',
      hiddenBy: null,
    });
    const { syncedAt } = (await directory()).dataset;
    await done('hide', 'review', id.toUpperCase(), ...WHY);
    expect((await directory()).dataset.syncedAt).toEqual(syncedAt);
    expect(await run('hide', 'review', id, ...WHY)).toMatchObject({
      errors: expect.stringContaining(`Correction 1 hides review ${id} already: withdraw it first.`),
    });
    await reviews(A)();
    expect(await answer()).toMatchObject({ total: 0, aggregate: { avgRating: null, count: 0 } });
    await done('merge', A, 'into', B, ...WHY);
    expect((await directory()).listClinicReviews(B).value.total).toBe(0);
    expect(await found()).toEqual({ id, ...rest, hiddenBy: 1 });
    expect(await done('find-reviews', id)).toContain('hidden by correction 1');
    expect(await done('corrections')).toContain(`hide review ${id}`);
    await done('withdraw', '1', ...WHY);
    expect((await directory()).listClinicReviews(B).value).toMatchObject({
      total: 1,
      aggregate: { avgRating: 5 },
    });
  });

  it('without an id that is hidden stays so when its text changes, and the report says so', async () => {
    const { id } = await found();
    await done('hide', 'review', id, ...WHY);
    const { notice } = await reviews(
      A,
      'Maria Perez,4,2026-10-01,Changed',
      'Maria Perez,4,2026-10-02,Other',
    )();
    expect((await answer()).reviews).toMatchObject([{ text: 'Other' }]);
    expect(notice).toContain(`is hidden, as ${id} is by correction 1`);
    await done('withdraw', '1', ...WHY);
    expect((await answer()).total).toBe(3);
    // A hide also holds for the versions that the directory has already.
    await done('hide', 'review', id, ...WHY);
    expect((await answer()).reviews).toMatchObject([{ text: 'Other' }]);
  });

  it('has the last reply, over later imports, until that is withdrawn', async () => {
    const { id } = await found();
    await done('reply', 'review', id, '--text', 'Thanks.', ...WHY);
    await done('reply', 'review', id, '--text', 'Thank you.\nSee you.', ...WHY);
    await reviews(A)();
    const reply = { text: 'Thank you.\nSee you.', date: torontoMoment(new Date(time)).date };
    expect((await answer()).reviews).toMatchObject([{ author: 'Maria P.', text: 'Good', reply }]);
    expect((await found()).reply).toEqual(reply);
    await done('withdraw', '2', ...WHY);
    expect((await answer()).reviews).toMatchObject([{ reply: { text: 'Thanks.' } }]);
    await done('withdraw', '1', ...WHY);
    expect((await answer()).reviews[0]).not.toHaveProperty('reply');
    const opened = await openDatabase(database.url, PATIENT);
    const { events } = await new AuditRepository(opened).search({ text: id }, { limit: 10, offset: 0 });
    await opened.close();
    expect(events.map(({ action }) => action)).toEqual([
      'correction-withdrawn',
      'correction-withdrawn',
      'review-replied',
      'review-replied',
    ]);
    expect(events[3]).toMatchObject({ subject: `review ${id}`, details: { text: 'Thanks.', correction: 1 } });
  });
});

it('a correction of a review that could have no effect is refused', async () => {
  for (const [words, reason] of [
    [['hide', 'review', A], `The directory has no review with the id ${A}.`],
    [['hide', 'review', '7'], '"7" is not the id of a review, a UUID.'],
    [['pin', 'review', A], 'Give doctor or clinic.'],
    [['reply', 'clinic', A, '--text', 'Thanks.'], 'Give review.'],
    [['reply', 'review', A, '--text', ' '], 'text is empty, but must be filled in.'],
    [['reply', 'review', A, '--text', 'Your card 4111 1111 1111 1111'], 'text without a payment card number'],
  ] as const)
    expect(await run(...words, ...WHY)).toMatchObject({ errors: expect.stringContaining(reason) });
});

describe('merge', () => {
  const warning = `Clinic ${A} was merged into clinic ${B}, which this answer is about.`;

  it('lets the survivor answer for the other on every path, with a warning', async () => {
    await importClinics([{ ...TWO_CLINICS[0]!, accepting: 'yes' }, TWO_CLINICS[1]!]);
    await importRegister([{ location_1_address: '1 King Street West, Toronto' }, {}]);
    await reviews(A)();
    const path = await folder.file('services.csv', `clinic_id,specialty,wait_weeks\n${A},ENT,3\n`);
    await importFile(specialists, path, database.url, { now: new Date(time) });
    await done('merge', A, 'into', B, ...WHY);
    // Later imports of the old id feed the survivor.
    await reviews(B)();
    await importClinics([{ ...TWO_CLINICS[0]!, accepting: 'yes' }, TWO_CLINICS[1]!]);
    const merged = await directory();
    const { clinic, warnings } = merged.getClinic(A.toUpperCase()).value;
    expect([clinic.id, warnings]).toEqual([B, [warning]]);
    expect(clinic).toEqual(merged.getClinic(B).value.clinic);
    expect(clinic.doctors).toHaveLength(1);
    expect(clinic.acceptingNewPatients).toBe(true);
    expect(merged.listClinicReviews(A).value).toMatchObject({ clinicId: B, total: 2, warnings: [warning] });
    expect(merged.getClinicSignals(A).value).toMatchObject({ clinicId: B, warnings: [warning] });
    expect(merged.getClinic(B).value.warnings).toBeUndefined();
    expect(merged.listClinics().value.clinics.map(({ id }) => id)).not.toContain(A);
    expect(merged.getDoctor('900001').value.doctor.clinic.id).toBe(B);
    expect(
      merged.listSpecialists({ specialty: 'Otolaryngology - Head and Neck Surgery' }).value.clinics,
    ).toMatchObject([{ id: B, wait_weeks: 3 }]);
    expect(merged.tagOf('getClinic', { subject: A, parameters: {} })).toBe(
      merged.tagOf('getClinic', { subject: B, parameters: {} }),
    );
    await done('withdraw', '1', ...WHY);
    const apart = await directory();
    expect(apart.getClinic(A).value.clinic).toMatchObject({ id: A, acceptingNewPatients: true });
    expect([apart.listClinicReviews(A).value.total, apart.listClinicReviews(B).value.total]).toEqual([1, 1]);
    expect(apart.getDoctor('900001').value.doctor.clinic.id).toBe(A);
  });

  it('holds while a source lists only the other clinic', async () => {
    await importClinics(TWO_CLINICS);
    await done('merge', A, B, ...WHY);
    await importClinics([TWO_CLINICS[0]!], true);
    for (const id of [A, B]) expect((await clinicOf(id)).clinic.id).toBe(B);
  });

  it('goes on to the survivor of the survivor, and never in a circle', async () => {
    const C = '33333333-3333-4333-8333-333333333333';
    await importClinics([...TWO_CLINICS, { id: C, name: 'Third', address: '5 King St W, Toronto' }]);
    await done('merge', A, 'INTO', B, ...WHY);
    await done('merge', B, 'into', C, ...WHY);
    expect((await clinicOf(A)).clinic.id).toBe(C);
    const refusal = async (...ids: string[]) => (await run('merge', ...ids, ...WHY)).errors;
    expect(await refusal(C, A)).toBe(`Clinic ${A} is merged into ${C}: withdraw correction 2 first.\n`);
    expect(await refusal(B, A)).toBe(`Clinic ${B} is merged into ${C}: withdraw correction 2 first.\n`);
    expect(await refusal(C, B)).toBe(`Clinic ${B} is merged into ${C}: withdraw correction 2 first.\n`);
    expect(await refusal(C, C)).toBe(`Give two clinics: ${C} is one.\n`);
    expect(await refusal(A, C)).toBe(`Clinic ${A} is merged into ${B}: withdraw correction 1 first.\n`);
    expect(await run('merge', A, ...WHY)).toMatchObject({ code: 2 });
    await done('withdraw', '2', ...WHY);
    expect((await clinicOf(A)).clinic.id).toBe(B);
  });
});

describe('the list of corrections', () => {
  it('says who, why and when, and whether they apply', async () => {
    await importClinics(TWO_CLINICS);
    await done('correct', 'clinic', A, 'phone=', ...WHY, '--by', 'ada');
    await done('pin', 'clinic', A, ...WHY);
    await done('withdraw', '2', '--why', 'Not needed', '--by', 'grace');
    const [, first, second] = (await done('corrections')).split('\n');
    expect(first).toMatch(
      /^1 +2026-\S+ \S+ +ada +correct clinic 1{8}\S+ phone="" +Called the practice +applies$/,
    );
    expect(second).toMatch(
      /^2 .*shell:tester +pin clinic \S+ +Called the practice +withdrawn 2026-\S+ \S+ by grace: Not needed$/,
    );
    const [json] = (await done('--json', 'corrections')).split('\n');
    expect(JSON.parse(json!)).toMatchObject({
      id: 1,
      kind: 'correct',
      record: 'clinic',
      key: A,
      given: { phone: '' },
      madeBy: 'ada',
    });
    expect(await run('withdraw', '2', ...WHY)).toMatchObject({
      code: 1,
      errors: expect.stringMatching(/^Correction 2 ended on 2026-\S+\.\n$/),
    });
    expect(await run('withdraw', '9', ...WHY)).toMatchObject({
      code: 1,
      errors: 'There is no correction 9: `corrections` lists them.\n',
    });
  });

  it('is in the audit and in the history', async () => {
    await importClinics(TWO_CLINICS);
    await done('correct', 'clinic', A, 'phone=', ...WHY, '--by', 'ada');
    await done('withdraw', '1', ...WHY);
    const opened = await openDatabase(database.url, PATIENT);
    try {
      const { events } = await new AuditRepository(opened).search({ text: A }, { limit: 10, offset: 0 });
      expect(events.map(({ actor, action, subject }) => [actor, action, subject])).toEqual([
        ['shell:tester', 'correction-withdrawn', `clinic ${A}`],
        ['ada', 'record-corrected', `clinic ${A}`],
      ]);
      expect(events[1]!.details).toMatchObject({ correction: 1, phone: '', why: 'Called the practice' });
      const [withdrawal, correction] = await new SyncHistory(opened).runs(2);
      expect([withdrawal!.source, correction!.source]).toEqual(['corrections', 'corrections']);
    } finally {
      await opened.close();
    }
  });
});

describe('addresses', () => {
  /** Imports the register with the position of its practice location, which needs no postal code then. */
  const importPlaced = async (row: Readonly<Record<string, string>>) => {
    const [head, first] = registrations(row).trim().split('\n');
    const text = `${head},location_1_lat,location_1_lng\n${first},43.688,-79.394\n`;
    await importFile(register, await folder.file('placed.csv', text), database.url, { now: new Date(time) });
  };
  const clinicOfDoctor = async () => (await doctorOf('900001')).clinic.id;

  it.each([
    [
      'another spelling',
      '1 Saint Clair Avenue West, Toronto, ON',
      'M4V 1K6',
      '1 St. Clair W, Toronto',
      'M4V 1K6',
    ],
    [
      'a postal code of the register only',
      '1 St Clair Ave W, Toronto, ON',
      '',
      '1 St. Clair W, Toronto',
      'M4V 1K6',
    ],
    [
      'a postal code of the clinic only',
      '1 St Clair Ave W, Toronto, ON',
      'M4V 1K6',
      '1 St. Clair W, Toronto',
      '',
    ],
    [
      'highways and floors',
      '7 Hwy #7 E, 2nd Floor, Toronto',
      'M5A 1E3',
      '7 Highway 7 East, Second Fl., Toronto',
      'M5A 1E3',
    ],
  ])('match with %s', async (_, address, postal_code, location_1_address, location_1_postal_code) => {
    await importClinics([{ ...TWO_CLINICS[0]!, address, postal_code }]);
    await importPlaced({ location_1_address, location_1_postal_code });
    expect(await clinicOfDoctor()).toBe(A);
  });

  it.each([
    ['another direction', '1 St. Clair E, Toronto', 'M4V 1K6'],
    ['another postal code', '1 St. Clair W, Toronto', 'M4V 1K7'],
    ['another unit', 'Unit 2, 1 St. Clair W, Toronto', 'M4V 1K6'],
    ['another municipality', '1 St. Clair W, Markham', ''],
  ])('do not match with %s', async (_, location_1_address, location_1_postal_code) => {
    await importClinics([
      { ...TWO_CLINICS[0]!, address: '1 Saint Clair Avenue West, Toronto, ON', postal_code: 'M4V 1K6' },
    ]);
    await importPlaced({ location_1_address, location_1_postal_code });
    expect(await clinicOfDoctor()).not.toBe(A);
  });

  it('do not match without a postal code where two fit', async () => {
    await importClinics([
      { ...TWO_CLINICS[0]!, address: '1 Main St, Toronto', postal_code: 'M4V 1K6' },
      { ...TWO_CLINICS[1]!, address: '1 Main St, Scarborough', postal_code: 'M1N 1S9' },
    ]);
    await importPlaced({ location_1_address: '1 Main Street, Toronto', location_1_postal_code: '' });
    expect([A, B]).not.toContain(await clinicOfDoctor());
  });

  it('have new keys in a database of an earlier release', async () => {
    await importClinics([{ ...TWO_CLINICS[0]!, address: '1 Saint Clair Avenue West, Toronto' }]);
    const opened = await openDatabase(database.url, PATIENT);
    await opened.query('update clinic set address_key = null, place_key = null');
    await opened.close();
    expect(
      await importClinics([{ ...TWO_CLINICS[0]!, address: '1 Saint Clair Avenue West, Toronto' }]),
    ).toMatchObject({
      unchanged: 1,
    });
    await importRegister([{ location_1_address: '1 St Clair W, Toronto' }]);
    expect(await clinicOfDoctor()).toBe(A);
  });
});

it('duplicates are listed with the command that merges them', async () => {
  await importClinics([
    TWO_CLINICS[0]!,
    { ...TWO_CLINICS[1]!, address: '1 King Street West, Toronto', website: 'maple.example' },
  ]);
  const output = await done('duplicates');
  expect(output).toContain(
    `same address, similar name; less than 50 m apart, similar name:\n  Maple Clinic, 1 King St W`,
  );
  const [, words] = /npm run sync -- (merge \S+ into \S+ --why) "Duplicate"\n/.exec(output)!;
  expect(JSON.parse(await done('--json', 'duplicates'))).toMatchObject({
    kept: { id: B },
    merged: { id: A },
  });
  await done(...words!.split(' '), 'Duplicate');
  expect((await clinicOf(A)).clinic.id).toBe(B);
  expect(await done('duplicates')).toBe('No two clinics are likely the same.\n');
});

describe('apart', () => {
  const pair = () =>
    importClinics([TWO_CLINICS[0]!, { ...TWO_CLINICS[1]!, address: '1 King Street West, Toronto' }]);

  it('leaves a pair out of the duplicates, also after imports, until it is withdrawn', async () => {
    await pair();
    const before = (await clinicOf(A)).clinic;
    await done('apart', B, 'from', A, '--why', 'Two floors');
    expect(await done('duplicates')).toBe('No two clinics are likely the same.\n');
    await pair();
    expect(await done('duplicates')).toBe('No two clinics are likely the same.\n');
    expect((await clinicOf(A)).clinic).toMatchObject({ id: A, name: before.name, phone: before.phone });
    expect(await done('corrections')).toContain('apart clinic');
    await done('withdraw', '1', '--why', 'The same after all');
    expect(await done('duplicates')).toContain('same address, similar name');
  });

  it('and a merge of the same pair exclude one another', async () => {
    await pair();
    await done('apart', A, B, ...WHY);
    for (const words of [
      ['merge', A, 'into', B],
      ['merge', B, 'into', A],
      ['apart', B, A],
    ]) {
      const { code, errors } = await run(...words, ...WHY);
      expect([code, errors]).toEqual([1, expect.stringContaining('Correction 1 says')]);
    }
    await done('withdraw', '1', ...WHY);
    await done('merge', A, 'into', B, ...WHY);
    const { code, errors } = await run('apart', A, B, ...WHY);
    expect([code, errors]).toEqual([1, expect.stringContaining('are merged: withdraw correction 2 first')]);
    expect((await run('apart', A, A, ...WHY)).code).toBe(1);
  });

  it('ends by its time', async () => {
    await pair();
    await done('apart', A, B, '--until', new Date(time + HOUR_MS).toISOString(), ...WHY);
    expect(await done('duplicates')).toContain('No two clinics');
    time += 24 * HOUR_MS;
    await pair();
    expect(await done('duplicates')).toContain('same address');
  });
});
