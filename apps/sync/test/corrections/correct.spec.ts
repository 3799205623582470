import { openDatabase } from '@care-atlas/data/connection';
import { AuditRepository } from '@care-atlas/data/administration';
import { SyncHistory } from '@care-atlas/data/sync';
import { torontoMoment } from '@care-atlas/domain/rules';
import { PATIENT } from '@care-atlas/local-postgres/test-database';
import { A, CorrectionStage, HOUR_MS, TWO_CLINICS, WHY } from './correction-stage.js';
import { ANY_REJECTS } from '../test-import.js';

const stage = CorrectionStage.ofFile();

describe('correct', () => {
  it('holds over later imports, until it is withdrawn', async () => {
    await stage.importClinics(TWO_CLINICS);
    const output = await stage.done(
      'correct',
      'clinic',
      A,
      'phone=416-555-0199',
      'wheelchair=yes',
      'opening_hours=Mo 09:00-17:00',
      'name=Maple Health',
      ...WHY,
    );
    expect(output).toMatch(
      /^In force now:\n {2}updated clinic \S+ \(Maple Health\)\n {4}name: Maple Clinic -> Maple Health\n/,
    );
    expect(output).toMatch(/\nTo see every change: npm run sync -- diff \w{8}\n$/);
    const correctedClinic = {
      name: 'Maple Health',
      phone: '+1-416-555-0199',
      accessibility: expect.objectContaining({ wheelchair: true }),
      hours: { weekday: '09:00-17:00', evening: false, weekend: false },
    };
    expect((await stage.clinicOf(A)).clinic).toMatchObject(correctedClinic);
    const { updated } = await stage.importClinics([
      { ...TWO_CLINICS[0]!, phone: '416-555-0177' },
      TWO_CLINICS[1]!,
    ]);
    expect(updated).toBe(1);
    expect((await stage.clinicOf(A)).clinic).toMatchObject(correctedClinic);
    // The same file changes nothing: the correction is no difference to it.
    expect(
      (await stage.importClinics([{ ...TWO_CLINICS[0]!, phone: '416-555-0177' }, TWO_CLINICS[1]!])).updated,
    ).toBe(0);
    await stage.done('withdraw', '1', '--why', 'The practice moved');
    expect((await stage.clinicOf(A)).clinic).toMatchObject({
      name: 'Maple Clinic',
      phone: '+1-416-555-0177',
    });
  });

  it('of hours takes the notes about those of the source away, until it is withdrawn', async () => {
    const notes = async () =>
      (await stage.directory())
        .listClinics({ include: ['notes'], ids: [A] })
        .value.clinics[0]!.notes!.join(' ');
    const list = [{ ...TWO_CLINICS[0]!, opening_hours: 'Mo-Fr 00:00-00:00' }];
    await stage.importClinics(list, false, ANY_REJECTS);
    expect(await notes()).toContain('not plausible');
    await stage.done('correct', 'clinic', A, 'opening_hours=Mo-Fr 09:00-17:00; PH off', ...WHY);
    await stage.importClinics(list, false, ANY_REJECTS);
    expect(await notes()).not.toContain('not plausible');
    expect(await notes()).toContain('Hours on public holidays: closed.');
    await stage.done('withdraw', '1', '--why', 'Not so');
    expect(await notes()).toContain('not plausible');
  });

  it.each([
    ['opening_hours=off', 'These values say that the clinic is closed'],
    ['opening_hours=Mo-Fr 02:00-10:00', 'must be plausible (it opens before 05:00)'],
  ])('refuses %s', async (value, sentence) => {
    await stage.importClinics(TWO_CLINICS);
    expect((await stage.run('correct', 'clinic', A, value, ...WHY)).errors).toContain(sentence);
  });

  it('changes the lists of a doctor, whom the register changes too', async () => {
    await stage.importRegister([{}]);
    await stage.done(
      'correct',
      'doctor',
      '#0900001',
      'specialties=ENT|Cardiology',
      'gender=X',
      'graduated=2001',
      'booking_phone=416-555-0144',
      ...WHY,
    );
    await stage.importRegister([{ specialties: 'Dermatology', languages: 'English|French' }]);
    expect(await stage.doctorOf('900001')).toMatchObject({
      gender: 'non-binary',
      specialties: ['Otolaryngology - Head and Neck Surgery', 'Cardiology'],
      languages: ['English', 'French'],
      bookingMethod: expect.objectContaining({ phone: '+1-416-555-0144' }),
      yearsOfPractice: 25,
    });
    await stage.done('withdraw', '1', ...WHY);
    expect(await stage.doctorOf('900001')).toMatchObject({ gender: 'female', specialties: ['Dermatology'] });
  });

  it.each([
    ['2026-12-24', '2026-12-25T05:00:00Z'],
    ['2026-12-24T09:30:00-05:00', '2026-12-25T05:00:00Z'],
    ['2027-03-14', '2027-03-15T04:00:00Z'],
    ['2027-11-07T05:30:00Z', '2027-11-08T05:00:00Z'],
  ])('ends with the first run after the day of --until %s', async (until, midnight) => {
    await stage.importClinics(TWO_CLINICS);
    await stage.done('correct', 'clinic', A, 'phone=', '--until', until, ...WHY);
    const lastMinute = new Date(Date.parse(midnight) - 1).toISOString().slice(0, 16).replace('T', ' ');
    expect(await stage.done('corrections')).toContain(`until ${lastMinute}`);
    stage.time = Date.parse(midnight) - HOUR_MS - 1;
    await stage.importClinics(TWO_CLINICS);
    expect((await stage.clinicOf(A)).clinic.phone).toBe('');
    stage.time = Date.parse(midnight) - HOUR_MS;
    expect((await stage.clinicOf(A)).clinic.phone).toBe('');
    const { runId } = await stage.importRegister([{}]);
    expect((await stage.clinicOf(A)).clinic.phone).toBe('+1-416-555-0101');
    expect(await stage.done('diff', runId!)).toContain('phone');
    expect(await stage.done('corrections')).toContain('ended 20');
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
    await stage.importClinics(TWO_CLINICS);
    await stage.importRegister([{}]);
    const before = (await stage.directory()).dataset.version;
    const { code, output, errors } = await stage.run('correct', ...words, ...WHY);
    expect({ code, output }).toEqual({ code: 1, output: '' });
    expect(errors).toBe(`${sentence}\n`);
    expect((await stage.directory()).dataset.version).toBe(before);
    expect(await stage.done('corrections')).toBe('Nothing has been corrected.\n');
  });

  it('needs a reason, and an end in the future', async () => {
    expect(await stage.run('correct', 'clinic', A, 'phone=')).toMatchObject({ code: 2 });
    expect(await stage.run('correct', 'clinic', A, 'phone=', '--why', ' ')).toMatchObject({ code: 2 });
    expect(await stage.run('hide', 'clinic', A, ...WHY, '--until', '2020-01-01')).toMatchObject({ code: 2 });
    const yesterday = torontoMoment(new Date(stage.time - 24 * HOUR_MS)).date;
    expect(await stage.run('hide', 'clinic', A, ...WHY, '--until', yesterday)).toMatchObject({ code: 2 });
    expect(await stage.run('hide', 'station', A, ...WHY)).toMatchObject({ code: 2 });
  });
});

it.each([
  [['hide', 'doctor', '900001', '--why', 'a\0b'], '--why'],
  [['hide', 'doctor', '900001', '--why', 'x', '--by=\ud800'], '--by'],
  [['correct', 'doctor', '900001', 'phone=\0', '--why', 'x'], 'Argument 4'],
])('text that cannot be stored is refused by name: %j', async (words, name) => {
  const { code, output, errors } = await stage.run(...words, '--json');
  expect(errors).toMatch(new RegExp(`^error: ${name} contains a character that cannot be stored\\. `));
  expect(code).toBe(2);
  expect(JSON.parse(output)).toMatchObject({ exitCode: 2, error: expect.stringContaining(name) });
});

it('corrects a directory of sample data', async () => {
  await stage.importClinics(TWO_CLINICS);
  const opened = await openDatabase(stage.url, PATIENT);
  await opened.query(`update clinic set origin = 'sample'`);
  await opened.close();
  await stage.done('correct', 'clinic', A, 'phone=', ...WHY);
  expect((await stage.clinicOf(A)).clinic.phone).toBe('');
});

describe('the list of corrections', () => {
  it('says who, why and when, and whether they apply', async () => {
    await stage.importClinics(TWO_CLINICS);
    await stage.done('correct', 'clinic', A, 'phone=', ...WHY, '--by', 'ada');
    await stage.done('pin', 'clinic', A, ...WHY);
    await stage.done('withdraw', '2', '--why', 'Not needed', '--by', 'grace');
    const [, first, second] = (await stage.done('corrections')).split('\n');
    expect(first).toMatch(
      /^1 +2026-\S+ \S+ +ada +correct clinic 1{8}\S+ phone="" +Called the practice +applies$/,
    );
    expect(second).toMatch(
      /^2 .*shell:tester +pin clinic \S+ +Called the practice +withdrawn 2026-\S+ \S+ by grace: Not needed$/,
    );
    const [json] = (await stage.done('--json', 'corrections')).split('\n');
    expect(JSON.parse(json!)).toMatchObject({
      id: 1,
      kind: 'correct',
      record: 'clinic',
      key: A,
      given: { phone: '' },
      madeBy: 'ada',
    });
    expect(await stage.run('withdraw', '2', ...WHY)).toMatchObject({
      code: 1,
      errors: expect.stringMatching(/^Correction 2 ended on 2026-\S+\.\n$/),
    });
    expect(await stage.run('withdraw', '9', ...WHY)).toMatchObject({
      code: 1,
      errors: 'There is no correction 9: `corrections` lists them.\n',
    });
  });

  it('is in the audit and in the history', async () => {
    await stage.importClinics(TWO_CLINICS);
    await stage.done('correct', 'clinic', A, 'phone=', ...WHY, '--by', 'ada');
    await stage.done('withdraw', '1', ...WHY);
    const opened = await openDatabase(stage.url, PATIENT);
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
